; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(ptr %p) {
  call void asm "x $0", "=*m"(ptr elementtype(i32) %p)
  ret void
}
