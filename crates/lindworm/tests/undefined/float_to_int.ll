; float_to_int.c:8: floating-point number that does not fit the integer type: 10000000000.0 does not fit in i32
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !19 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !22, !DIExpression(), !23)
  %3 = call i32 @whole(double noundef 1.000000e+10), !dbg !24
  store i32 %3, ptr %2, align 4, !dbg !23
  %4 = load i32, ptr %2, align 4, !dbg !25
  %5 = icmp ne i32 %4, 0, !dbg !25
  br i1 %5, label %6, label %9, !dbg !25

6:                                                ; preds = %0
  %7 = load i32, ptr %2, align 4, !dbg !27
  %8 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %7), !dbg !28
  br label %9, !dbg !28

9:                                                ; preds = %6, %0
  %10 = load i32, ptr %1, align 4, !dbg !29
  ret i32 %10, !dbg !29
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @whole(double noundef %0) #0 !dbg !30 {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
    #dbg_declare(ptr %2, !34, !DIExpression(), !35)
  %3 = load double, ptr %2, align 8, !dbg !36
  %4 = fptosi double %3 to i32, !dbg !37
  ret i32 %4, !dbg !38
}

declare i32 @printf(ptr noundef, ...) #1

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!11, !12, !13, !14, !15, !16, !17}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 8, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "float_to_int.c", directory: ".", checksumkind: CSK_MD5, checksum: "1f374a2f457d1252ebeed217df226ea5")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 4)
!7 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 22.1.8 (3)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !8, globals: !10, splitDebugInlining: false, nameTableKind: None)
!8 = !{!9}
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !{!0}
!11 = !{i32 7, !"Dwarf Version", i32 5}
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = !{i32 1, !"wchar_size", i32 4}
!14 = !{i32 8, !"PIC Level", i32 2}
!15 = !{i32 7, !"PIE Level", i32 2}
!16 = !{i32 7, !"uwtable", i32 2}
!17 = !{i32 7, !"frame-pointer", i32 2}
!18 = !{!"Debian clang version 22.1.8 (3)"}
!19 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 6, type: !20, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !21)
!20 = !DISubroutineType(types: !8)
!21 = !{}
!22 = !DILocalVariable(name: "i", scope: !19, file: !2, line: 7, type: !9)
!23 = !DILocation(line: 7, column: 9, scope: !19)
!24 = !DILocation(line: 7, column: 13, scope: !19)
!25 = !DILocation(line: 8, column: 9, scope: !26)
!26 = distinct !DILexicalBlock(scope: !19, file: !2, line: 8, column: 9)
!27 = !DILocation(line: 8, column: 27, scope: !26)
!28 = !DILocation(line: 8, column: 12, scope: !26)
!29 = !DILocation(line: 9, column: 1, scope: !19)
!30 = distinct !DISubprogram(name: "whole", scope: !2, file: !2, line: 4, type: !31, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !21)
!31 = !DISubroutineType(types: !32)
!32 = !{!9, !33}
!33 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!34 = !DILocalVariable(name: "x", arg: 1, scope: !30, file: !2, line: 4, type: !33)
!35 = !DILocation(line: 4, column: 25, scope: !30)
!36 = !DILocation(line: 4, column: 42, scope: !30)
!37 = !DILocation(line: 4, column: 37, scope: !30)
!38 = !DILocation(line: 4, column: 30, scope: !30)
