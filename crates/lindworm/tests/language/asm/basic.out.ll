; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f(i32 %x) {
  %y = call i32 asm "bswap $0", "=r,r"(i32 %x)
  call void asm sideeffect "eieio", ""()
  call void asm alignstack "a", ""()
  call void asm inteldialect "b", ""()
  call void asm sideeffect alignstack inteldialect "c", ""()
  call void asm sideeffect unwind "d", ""()
  ret i32 %y
}
