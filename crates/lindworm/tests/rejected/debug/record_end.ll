; 6:1: expected instruction opcode
; A debug record stands before an instruction
define void @f() {
  ret void
    #dbg_value(i32 0, !0, !0, !0)
}
!0 = !{}
