; Metadata of globals
@v = constant ptr @f, !type !0, !vcall_visibility !1
@e = global i32 0, section "s", !exclude !2
@k = global i32 0, !pcsections !4, !implicit.ref !6
define void @f() !kcfi_type !3 !type !0 {
  ret void
}
!0 = !{i64 16, !"_ZTS1A"}
!1 = !{i64 2}
!2 = !{}
!3 = !{i32 1234}
!4 = !{!"section", !5}
!5 = !{i32 7}
!6 = !{ptr @e}
