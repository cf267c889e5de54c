; Indices are signed, whatever their width.
@array = global [4 x i32] [i32 1, i32 0, i32 1, i32 1]

define noundef i32 @main() {
  %p = getelementptr i32, ptr @array, i64 2
  %q = getelementptr i32, ptr %p, i8 -1
  %x = load i32, ptr %q
  ret i32 %x
}
