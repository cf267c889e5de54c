; 6:34: referenced value is not a basic block
; blockaddress names a block
define void @f() {
  ret void
}
@a = global ptr blockaddress(@f, %nowhere)
