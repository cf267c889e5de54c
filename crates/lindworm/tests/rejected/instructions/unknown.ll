; 4:8: expected instruction opcode
; An instruction that does not exist
define void @f() {
  %x = frobnicate i32 1
  ret void
}
