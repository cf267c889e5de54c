; Arguments with and without names
define void @f(i32 %named, i32, i32 %2, ptr %other) {
  ret void
}
