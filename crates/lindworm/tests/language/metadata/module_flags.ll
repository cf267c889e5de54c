; Module flags and other known named metadata
!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.linker.options = !{!5}
!llvm.dependent-libraries = !{!6}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"uwtable", i32 2}
!3 = !{i32 6, !"list", !{!{!"a"}}}
!4 = !{!"clang"}
!5 = !{!"-lz"}
!6 = !{!"libm"}
