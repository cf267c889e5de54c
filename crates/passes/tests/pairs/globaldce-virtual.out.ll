
@table = internal constant { [2 x ptr] } { [2 x ptr] [ptr @called, ptr null] }, !type !0, !type !1, !vcall_visibility !2
@open = constant { [1 x ptr] } { [1 x ptr] [ptr @kept] }, !type !0

define internal void @called() {
  ret void
}

define internal void @kept() {
  ret void
}

define ptr @main(ptr %object) {
  store ptr @table, ptr %object, align 8
  %loaded = call { ptr, i1 } @llvm.type.checked.load(ptr %object, i32 0, metadata !"first")
  %function = extractvalue { ptr, i1 } %loaded, 0
  ret ptr %function
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare { ptr, i1 } @llvm.type.checked.load(ptr, i32, metadata) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }

!llvm.module.flags = !{!3}

!0 = !{i64 0, !"first"}
!1 = !{i64 8, !"second"}
!2 = !{i64 2}
!3 = !{i32 1, !"Virtual Function Elim", i32 1}
