; invalid_free.c:8: free of a pointer to the inside of an allocation: at offset 2 of a heap object of 8 bytes
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [8 x i8] c"  hello\00", align 1, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca i32, align 4
  %2 = alloca ptr, align 8
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !22, !DIExpression(), !24)
  %3 = call noalias ptr @strdup(ptr noundef @.str) #2, !dbg !25
  store ptr %3, ptr %2, align 8, !dbg !24
  br label %4, !dbg !26

4:                                                ; preds = %9, %0
  %5 = load ptr, ptr %2, align 8, !dbg !27
  %6 = load i8, ptr %5, align 1, !dbg !28
  %7 = sext i8 %6 to i32, !dbg !28
  %8 = icmp eq i32 %7, 32, !dbg !29
  br i1 %8, label %9, label %12, !dbg !26

9:                                                ; preds = %4
  %10 = load ptr, ptr %2, align 8, !dbg !30
  %11 = getelementptr inbounds nuw i8, ptr %10, i32 1, !dbg !30
  store ptr %11, ptr %2, align 8, !dbg !30
  br label %4, !dbg !26, !llvm.loop !31

12:                                               ; preds = %4
  %13 = load ptr, ptr %2, align 8, !dbg !33
  call void @free(ptr noundef %13) #2, !dbg !34
  %14 = load i32, ptr %1, align 4, !dbg !35
  ret i32 %14, !dbg !35
}

; Function Attrs: nounwind
declare noalias ptr @strdup(ptr noundef) #1

; Function Attrs: nounwind
declare void @free(ptr noundef) #1

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 6, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "invalid_free.c", directory: ".", checksumkind: CSK_MD5, checksum: "b9b902cb5d894edd0e31346dccfdac58")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 64, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 8)
!7 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 22.1.8 (3)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !8, splitDebugInlining: false, nameTableKind: None)
!8 = !{!0}
!9 = !{i32 7, !"Dwarf Version", i32 5}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 8, !"PIC Level", i32 2}
!13 = !{i32 7, !"PIE Level", i32 2}
!14 = !{i32 7, !"uwtable", i32 2}
!15 = !{i32 7, !"frame-pointer", i32 2}
!16 = !{!"Debian clang version 22.1.8 (3)"}
!17 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 5, type: !18, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !21)
!18 = !DISubroutineType(types: !19)
!19 = !{!20}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !{}
!22 = !DILocalVariable(name: "text", scope: !17, file: !2, line: 6, type: !23)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!24 = !DILocation(line: 6, column: 11, scope: !17)
!25 = !DILocation(line: 6, column: 18, scope: !17)
!26 = !DILocation(line: 7, column: 5, scope: !17)
!27 = !DILocation(line: 7, column: 13, scope: !17)
!28 = !DILocation(line: 7, column: 12, scope: !17)
!29 = !DILocation(line: 7, column: 18, scope: !17)
!30 = !DILocation(line: 7, column: 30, scope: !17)
!31 = distinct !{!31, !26, !30, !32}
!32 = !{!"llvm.loop.mustprogress"}
!33 = !DILocation(line: 8, column: 10, scope: !17)
!34 = !DILocation(line: 8, column: 5, scope: !17)
!35 = !DILocation(line: 9, column: 1, scope: !17)
