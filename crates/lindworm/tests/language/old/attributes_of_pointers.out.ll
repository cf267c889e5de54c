; ModuleID = '<stdin>'
source_filename = "<stdin>"

%pair = type { i32, ptr }

declare void @take(ptr byval(%pair) align 4, ptr captures(none))

declare void @make(ptr noalias sret(%pair))

define void @f(ptr byval(%pair) %x, ptr %p) {
  call void @make(ptr sret(%pair) %x)
  call void @take(ptr byval(%pair) align 4 %x, ptr %p)
  call void asm sideeffect "incl $0", "=*m,*m"(ptr elementtype(i32) %p, ptr elementtype(ptr) null)
  %r = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype([2 x i32]) null, i32 0, i32 1)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.preserve.array.access.index.p0.p0(ptr, i32 immarg, i32 immarg) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
