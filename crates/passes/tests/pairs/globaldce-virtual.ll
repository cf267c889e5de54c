; passes: globaldce
; A virtual function that no checked load names goes out of its vtable; a vtable that is seen outside keeps all.
@table = internal constant { [2 x ptr] } { [2 x ptr] [ptr @called, ptr @uncalled] }, !type !0, !type !1, !vcall_visibility !2
@open = constant { [1 x ptr] } { [1 x ptr] [ptr @kept] }, !type !0

define internal void @called() {
  ret void
}

define internal void @uncalled() {
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

declare { ptr, i1 } @llvm.type.checked.load(ptr, i32, metadata)

!llvm.module.flags = !{!3}

!0 = !{i64 0, !"first"}
!1 = !{i64 8, !"second"}
!2 = !{i64 2}
!3 = !{i32 1, !"Virtual Function Elim", i32 1}
