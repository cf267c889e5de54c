; Accesses through a constant `getelementptr` with `inrange` stay in that range.
@table = constant [4 x i32] zeroinitializer
@slot = global ptr getelementptr inbounds inrange(0, 8) (i32, ptr @table, i64 0)

define noundef i32 @main() {
  %p = load ptr, ptr @slot
  %x = load i32, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  %y = load i32, ptr %q ; UB0217
  ret i32 0
}
