; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !1}

!0 = !{!"test\00", !"a \22quoted\22 \\ string"}
!1 = !{!"", !"\C3\BCn\C3\AF"}
