; Before LLVM 3.6, metadata has the type `metadata` in metadata; debug information of then is dropped
declare i32 @llvm.read_register.i32(metadata)
declare void @llvm.dbg.declare(metadata, metadata) nounwind readnone

define i32 @f(i32 %x, i32* %p) {
  %a = call i32 @llvm.read_register.i32(metadata !{metadata !"sp"})
  %b = call i32 @llvm.read_register.i32(metadata !2)
  call void @llvm.dbg.declare(metadata !{i32* %p}, metadata !3), !dbg !4
  call void @llvm.dbg.declare(metadata !{i32* %p, i32 %x}, metadata !3), !dbg !4
  %y = load i32* %p, !kind !0, !dbg !4
  ret i32 %y, !dbg !5
}

!named = !{!0, !1}
!llvm.dbg.cu = !{!3}
!0 = metadata !{metadata !"root", null, metadata !1}
!1 = metadata !{i32 1, metadata !{metadata !"inner"}}
!2 = metadata !{metadata !"sp\00"}
!3 = metadata !{i32 786449, i32 0, metadata !"file.c"}
!4 = metadata !{i32 1, i32 2, metadata !3, null}
!5 = !MDLocation(line: 1, scope: !3)
