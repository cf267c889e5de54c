; 4:15: both values to select must have same type
; A choice is between values of one type
define void @f(i1 %c) {
  %x = select i1 %c, i32 1, i64 2
  ret void
}
