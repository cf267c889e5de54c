; 4:6: expected debug record type here
; A debug record exists
define void @f() {
    #dbg_nothing(i32 0)
  ret void
}
