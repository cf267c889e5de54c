; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i32 0, !type !0, !type !1
@b = external global i32, !absolute_symbol !2
@c = global i32 0, align 4, !associated !3

!0 = !{i64 0, !"A"}
!1 = !{i64 8, !"B"}
!2 = !{i64 0, i64 256}
!3 = !{ptr @a}
