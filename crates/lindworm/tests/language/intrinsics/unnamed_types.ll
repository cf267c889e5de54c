; The name of an unnamed type in an intrinsic's name
%0 = type { i32 }
%named = type { i32 }
declare ptr @llvm.preserve.struct.access.index.p0.p0(ptr, i32, i32)
declare %named @llvm.ssa.copy.s_nameds(%named)
define void @f(ptr %p, %named %n) {
  %1 = call ptr @llvm.preserve.struct.access.index.p0.p0(ptr elementtype(%named) %p, i32 0, i32 0)
  %2 = call %named @llvm.ssa.copy.s_nameds(%named returned %n)
  ret void
}
