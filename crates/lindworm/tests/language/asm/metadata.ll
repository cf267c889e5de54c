; srcloc of inline assembler
define void @f() {
  call void asm sideeffect "something bad", ""(), !srcloc !42
  ret void
}
!42 = !{i64 1234567}
