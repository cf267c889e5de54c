; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f() {
  call void asm sideeffect "something bad", ""(), !srcloc !0
  ret void
}

!0 = !{i64 1234567}
