; Lane by lane, the result of a vector `getelementptr` is based on its pointers.
@a = global [2 x i32] [i32 1, i32 0]
@b = global [2 x i32] [i32 0, i32 1]

define noundef i32 @main() {
  %v = insertelement <2 x ptr> poison, ptr @a, i32 0
  %w = insertelement <2 x ptr> %v, ptr @b, i32 1
  %q = getelementptr i32, <2 x ptr> %w, <2 x i64> <i64 1, i64 0>
  %first = extractelement <2 x ptr> %q, i32 0
  %second = extractelement <2 x ptr> %q, i32 1
  %x = load i32, ptr %first
  %y = load i32, ptr %second
  %r = or i32 %x, %y
  ret i32 %r
}
