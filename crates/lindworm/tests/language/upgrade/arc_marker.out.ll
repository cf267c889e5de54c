; ModuleID = '<stdin>'
source_filename = "<stdin>"

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 1, !"Objective-C Image Info Section", !"__DATA,__objc_imageinfo,regular,no_dead_strip"}
!2 = !{i32 7, !"PIE Level", i32 2}
