; shift_too_far.c:8: shift by too many bits: 1 << 40, and i32 has 32 bits
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [4 x i8] c"%u\0A\00", align 1, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !22, !DIExpression(), !24)
  %3 = call i32 @mask(i32 noundef 40), !dbg !25
  store i32 %3, ptr %2, align 4, !dbg !24
  %4 = load i32, ptr %2, align 4, !dbg !26
  %5 = icmp ne i32 %4, 0, !dbg !26
  br i1 %5, label %6, label %9, !dbg !26

6:                                                ; preds = %0
  %7 = load i32, ptr %2, align 4, !dbg !28
  %8 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %7), !dbg !29
  br label %9, !dbg !29

9:                                                ; preds = %6, %0
  %10 = load i32, ptr %1, align 4, !dbg !30
  ret i32 %10, !dbg !30
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @mask(i32 noundef %0) #0 !dbg !31 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
    #dbg_declare(ptr %2, !34, !DIExpression(), !35)
  %3 = load i32, ptr %2, align 4, !dbg !36
  %4 = shl i32 1, %3, !dbg !37
  ret i32 %4, !dbg !38
}

declare i32 @printf(ptr noundef, ...) #1

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 8, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "shift_too_far.c", directory: ".", checksumkind: CSK_MD5, checksum: "e22796fd6bb26315a32cfd8f678e06dc")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 4)
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
!17 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 6, type: !18, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !21)
!18 = !DISubroutineType(types: !19)
!19 = !{!20}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !{}
!22 = !DILocalVariable(name: "m", scope: !17, file: !2, line: 7, type: !23)
!23 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!24 = !DILocation(line: 7, column: 14, scope: !17)
!25 = !DILocation(line: 7, column: 18, scope: !17)
!26 = !DILocation(line: 8, column: 9, scope: !27)
!27 = distinct !DILexicalBlock(scope: !17, file: !2, line: 8, column: 9)
!28 = !DILocation(line: 8, column: 27, scope: !27)
!29 = !DILocation(line: 8, column: 12, scope: !27)
!30 = !DILocation(line: 9, column: 1, scope: !17)
!31 = distinct !DISubprogram(name: "mask", scope: !2, file: !2, line: 4, type: !32, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !21)
!32 = !DISubroutineType(types: !33)
!33 = !{!23, !23}
!34 = !DILocalVariable(name: "bits", arg: 1, scope: !31, file: !2, line: 4, type: !23)
!35 = !DILocation(line: 4, column: 31, scope: !31)
!36 = !DILocation(line: 4, column: 52, scope: !31)
!37 = !DILocation(line: 4, column: 49, scope: !31)
!38 = !DILocation(line: 4, column: 39, scope: !31)
