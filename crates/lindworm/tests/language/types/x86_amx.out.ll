; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nounwind
declare x86_amx @llvm.x86.tilezero.internal(i16, i16) #0

define void @f() {
  %t = call x86_amx @llvm.x86.tilezero.internal(i16 1, i16 1)
  ret void
}

attributes #0 = { nounwind }
