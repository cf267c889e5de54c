; 4:16: invalid cast opcode for cast from 'i32' to 'i64'
; bitcast keeps the size
define void @f(i32 %x) {
  %y = bitcast i32 %x to i64
  ret void
}
