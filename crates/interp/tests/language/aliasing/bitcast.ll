; The result of a `bitcast` is based on its operand.
@a = global i32 0

define noundef i32 @main() {
  %v = insertelement <1 x ptr> poison, ptr @a, i32 0
  %w = bitcast <1 x ptr> %v to <1 x ptr>
  %p = extractelement <1 x ptr> %w, i32 0
  %x = load i32, ptr %p
  ret i32 %x
}
