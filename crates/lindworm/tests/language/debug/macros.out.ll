; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !1, !2}

!0 = !DIMacro(type: DW_MACINFO_define, line: 7, name: "foo(x)", value: "((x) + 1)")
!1 = !DIMacro(type: DW_MACINFO_undef, line: 30, name: "foo")
!2 = !DIMacroFile(line: 7, file: !3, nodes: !4)
!3 = !DIFile(filename: "f", directory: "d")
!4 = !{!0}
