; Metadata strings, with the escapes of other strings
!named = !{!0, !1}
!0 = !{!"test\00", !"a \22quoted\22 \\ string"}
!1 = !{!"", !"ünï"}
