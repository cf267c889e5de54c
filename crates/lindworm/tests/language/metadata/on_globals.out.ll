; ModuleID = '<stdin>'
source_filename = "<stdin>"

@v = constant ptr @f, !type !0, !vcall_visibility !1
@e = global i32 0, section "s", !exclude !2
@k = global i32 0, !pcsections !3, !implicit.ref !5

define void @f() !type !0 !kcfi_type !6 {
  ret void
}

!0 = !{i64 16, !"_ZTS1A"}
!1 = !{i64 2}
!2 = !{}
!3 = !{!"section", !4}
!4 = !{i32 7}
!5 = !{ptr @e}
!6 = !{i32 1234}
