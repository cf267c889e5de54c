; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(ptr %p) {
  %1 = load i32, ptr %p, align 4, !invariant.load !0, !nontemporal !1
  %2 = load ptr, ptr %p, align 8, !nonnull !0, !dereferenceable !2, !align !3
  %3 = load i8, ptr %p, align 1, !range !4, !noundef !0
  %4 = load ptr, ptr %p, align 8, !dereferenceable_or_null !2, !invariant.group !0
  ret void
}

!0 = !{}
!1 = !{i32 1}
!2 = !{i64 8}
!3 = !{i64 16}
!4 = !{i8 0, i8 2}
