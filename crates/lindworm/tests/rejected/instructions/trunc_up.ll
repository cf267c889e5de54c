; 4:14: invalid cast opcode for cast from 'i32' to 'i64'
; trunc makes narrower
define void @f(i32 %x) {
  %y = trunc i32 %x to i64
  ret void
}
