; null_pointer.c:16: null pointer dereference: store of 4 bytes at null + 8
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { ptr, i32 }

@__const.main.list = private unnamed_addr constant { ptr, i32, [4 x i8] } { ptr null, i32 1, [4 x i8] zeroinitializer }, align 8

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !12 {
  %1 = alloca %struct.node, align 8
    #dbg_declare(ptr %1, !17, !DIExpression(), !23)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %1, ptr align 8 @__const.main.list, i64 16, i1 false), !dbg !23
  %2 = call ptr @find(ptr noundef %1, i32 noundef 2), !dbg !24
  %3 = getelementptr inbounds nuw %struct.node, ptr %2, i32 0, i32 1, !dbg !25
  store i32 3, ptr %3, align 8, !dbg !26
  ret i32 0, !dbg !27
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @find(ptr noundef %0, i32 noundef %1) #0 !dbg !28 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !31, !DIExpression(), !32)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !33, !DIExpression(), !34)
  br label %5, !dbg !35

5:                                                ; preds = %16, %2
  %6 = load ptr, ptr %3, align 8, !dbg !36
  %7 = icmp ne ptr %6, null, !dbg !36
  br i1 %7, label %8, label %14, !dbg !37

8:                                                ; preds = %5
  %9 = load ptr, ptr %3, align 8, !dbg !38
  %10 = getelementptr inbounds nuw %struct.node, ptr %9, i32 0, i32 1, !dbg !39
  %11 = load i32, ptr %10, align 8, !dbg !39
  %12 = load i32, ptr %4, align 4, !dbg !40
  %13 = icmp ne i32 %11, %12, !dbg !41
  br label %14

14:                                               ; preds = %8, %5
  %15 = phi i1 [ false, %5 ], [ %13, %8 ], !dbg !42
  br i1 %15, label %16, label %20, !dbg !35

16:                                               ; preds = %14
  %17 = load ptr, ptr %3, align 8, !dbg !43
  %18 = getelementptr inbounds nuw %struct.node, ptr %17, i32 0, i32 0, !dbg !44
  %19 = load ptr, ptr %18, align 8, !dbg !44
  store ptr %19, ptr %3, align 8, !dbg !45
  br label %5, !dbg !35, !llvm.loop !46

20:                                               ; preds = %14
  %21 = load ptr, ptr %3, align 8, !dbg !48
  ret ptr %21, !dbg !49
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4, !5, !6, !7, !8, !9, !10}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 22.1.8 (3)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "null_pointer.c", directory: ".", checksumkind: CSK_MD5, checksum: "6ba66db6be36e6381c114a27d39f5e06")
!2 = !{!3}
!3 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 8, !"PIC Level", i32 2}
!8 = !{i32 7, !"PIE Level", i32 2}
!9 = !{i32 7, !"uwtable", i32 2}
!10 = !{i32 7, !"frame-pointer", i32 2}
!11 = !{!"Debian clang version 22.1.8 (3)"}
!12 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 14, type: !13, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !16)
!13 = !DISubroutineType(types: !14)
!14 = !{!15}
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!16 = !{}
!17 = !DILocalVariable(name: "list", scope: !12, file: !1, line: 15, type: !18)
!18 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !1, line: 4, size: 128, elements: !19)
!19 = !{!20, !22}
!20 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !18, file: !1, line: 5, baseType: !21, size: 64)
!21 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 64)
!22 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !18, file: !1, line: 6, baseType: !15, size: 32, offset: 64)
!23 = !DILocation(line: 15, column: 17, scope: !12)
!24 = !DILocation(line: 16, column: 5, scope: !12)
!25 = !DILocation(line: 16, column: 21, scope: !12)
!26 = !DILocation(line: 16, column: 27, scope: !12)
!27 = !DILocation(line: 17, column: 1, scope: !12)
!28 = distinct !DISubprogram(name: "find", scope: !1, file: !1, line: 9, type: !29, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !16)
!29 = !DISubroutineType(types: !30)
!30 = !{!21, !21, !15}
!31 = !DILocalVariable(name: "list", arg: 1, scope: !28, file: !1, line: 9, type: !21)
!32 = !DILocation(line: 9, column: 39, scope: !28)
!33 = !DILocalVariable(name: "value", arg: 2, scope: !28, file: !1, line: 9, type: !15)
!34 = !DILocation(line: 9, column: 49, scope: !28)
!35 = !DILocation(line: 10, column: 5, scope: !28)
!36 = !DILocation(line: 10, column: 12, scope: !28)
!37 = !DILocation(line: 10, column: 17, scope: !28)
!38 = !DILocation(line: 10, column: 20, scope: !28)
!39 = !DILocation(line: 10, column: 26, scope: !28)
!40 = !DILocation(line: 10, column: 35, scope: !28)
!41 = !DILocation(line: 10, column: 32, scope: !28)
!42 = !DILocation(line: 0, scope: !28)
!43 = !DILocation(line: 10, column: 49, scope: !28)
!44 = !DILocation(line: 10, column: 55, scope: !28)
!45 = !DILocation(line: 10, column: 47, scope: !28)
!46 = distinct !{!46, !35, !44, !47}
!47 = !{!"llvm.loop.mustprogress"}
!48 = !DILocation(line: 11, column: 12, scope: !28)
!49 = !DILocation(line: 11, column: 5, scope: !28)
