; Inline assembler that may jump
define void @f() {
  callbr void asm "", "r,!i"(i32 5)
          to label %fallthrough [label %indirect]
fallthrough:
  %r = callbr i32 asm "", "=r,r,!i,!i"(i32 5) to label %done [label %indirect, label %done2]
indirect:
  ret void
done:
  callbr void asm sideeffect "", ""() to label %indirect []
done2:
  ret void
}
