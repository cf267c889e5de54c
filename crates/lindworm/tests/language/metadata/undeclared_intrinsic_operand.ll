; An intrinsic that is not declared and that only metadata names is gone: as an operand, the empty tuple is in its place.
declare void @llvm.unknown(metadata, metadata)

define void @f(i32 %x) {
  call void @llvm.unknown(metadata ptr @llvm.undeclared, metadata i32 %x)
  ret void
}
