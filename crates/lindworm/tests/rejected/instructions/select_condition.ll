; 4:15: select condition must be i1 or <n x i1>
; A choice depends on an i1
define void @f(i32 %c) {
  %x = select i32 %c, i32 1, i32 2
  ret void
}
