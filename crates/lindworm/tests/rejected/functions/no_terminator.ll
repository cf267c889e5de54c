; 5:1: expected instruction opcode
; A block ends with a terminator
define void @f() {
  %x = add i32 1, 2
}
