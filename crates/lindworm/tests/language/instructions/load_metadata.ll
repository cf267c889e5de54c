; Metadata that loads carry
define void @f(ptr %p) {
  %1 = load i32, ptr %p, align 4, !nontemporal !0, !invariant.load !1
  %2 = load ptr, ptr %p, align 8, !nonnull !1, !dereferenceable !2, !align !3
  %3 = load i8, ptr %p, align 1, !range !4, !noundef !1
  %4 = load ptr, ptr %p, align 8, !dereferenceable_or_null !2, !invariant.group !1
  ret void
}
!0 = !{i32 1}
!1 = !{}
!2 = !{i64 8}
!3 = !{i64 16}
!4 = !{i8 0, i8 2}
