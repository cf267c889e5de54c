; ModuleID = '<stdin>'
source_filename = "<stdin>"

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!6}
!llvm.linker.options = !{!7}
!llvm.dependent-libraries = !{!8}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"uwtable", i32 2}
!3 = !{i32 6, !"list", !4}
!4 = !{!5}
!5 = !{!"a"}
!6 = !{!"clang"}
!7 = !{!"-lz"}
!8 = !{!"libm"}
