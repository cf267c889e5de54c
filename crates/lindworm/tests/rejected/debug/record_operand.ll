; 4:25: Expected ',' here
; A debug record has its operands
define void @f() {
    #dbg_value(i32 0, !0)
  ret void
}
!0 = !{}
