; What was stored as a member is loaded as its type, as a member of the same struct, as characters, and as another type after a copy.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i32 @main() {
  %p = alloca [8 x i8], align 4
  %q = alloca i32
  %f = getelementptr i8, ptr %p, i64 4
  store float 0.0, ptr %f, !tbaa !0
  %a = load float, ptr %f, !tbaa !7
  %b = load float, ptr %f, !tbaa !0
  %c = load i8, ptr %f, !tbaa !8
  store i8 0, ptr %f, !tbaa !8
  %d = load float, ptr %f, !tbaa !7
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %f, i64 4, i1 false)
  %v = load i32, ptr %q, !tbaa !1
  store i32 %v, ptr %f, !tbaa !1
  %w = load i32, ptr %f, !tbaa !1
  ret i32 %w
}

!0 = !{!2, !3, i64 4}
!1 = !{!4, !4, i64 0}
!2 = !{!"pair", !4, i64 0, !3, i64 4}
!3 = !{!"float", !5, i64 0}
!4 = !{!"int", !5, i64 0}
!5 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}
!7 = !{!3, !3, i64 0}
!8 = !{!5, !5, i64 0}
