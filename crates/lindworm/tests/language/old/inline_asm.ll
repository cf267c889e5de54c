; Indirect operands of inline assembler get their type
define void @f(i32* %p) {
  call void asm "x $0", "=*m"(i32* elementtype(i32) %p)
  ret void
}
