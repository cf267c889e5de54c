; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Unknown intrinsic
declare void @llvm.unknown(metadata, metadata)

define void @f(i32 %x) {
  call void @llvm.unknown(metadata !0, metadata i32 %x)
  ret void
}

!0 = !{}
