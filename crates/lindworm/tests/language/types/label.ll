; Labels as operands
define void @f() {
  br label %next
next:
  ret void
}
