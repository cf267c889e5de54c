; x86_amx is a type of values only
declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
define void @f() {
  %t = call x86_amx @llvm.x86.tilezero.internal(i16 1, i16 1)
  ret void
}
