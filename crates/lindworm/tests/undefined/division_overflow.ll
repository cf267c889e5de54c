; division_overflow.c:5: signed integer overflow: -2147483648 / -1 does not fit in i32
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = call i32 @scale(i32 noundef -2147483648, i32 noundef -1), !dbg !21
  %2 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %1), !dbg !22
  ret i32 0, !dbg !23
}

declare i32 @printf(ptr noundef, ...) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @scale(i32 noundef %0, i32 noundef %1) #0 !dbg !24 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !28, !DIExpression(), !29)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !30, !DIExpression(), !31)
  %5 = load i32, ptr %3, align 4, !dbg !32
  %6 = load i32, ptr %4, align 4, !dbg !33
  %7 = sdiv i32 %5, %6, !dbg !34
  ret i32 %7, !dbg !35
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 8, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "division_overflow.c", directory: ".", checksumkind: CSK_MD5, checksum: "72ae55eb745355981be35e4eca29245f")
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
!17 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 7, type: !18, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7)
!18 = !DISubroutineType(types: !19)
!19 = !{!20}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !DILocation(line: 8, column: 20, scope: !17)
!22 = !DILocation(line: 8, column: 5, scope: !17)
!23 = !DILocation(line: 9, column: 1, scope: !17)
!24 = distinct !DISubprogram(name: "scale", scope: !2, file: !2, line: 5, type: !25, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !27)
!25 = !DISubroutineType(types: !26)
!26 = !{!20, !20, !20}
!27 = !{}
!28 = !DILocalVariable(name: "value", arg: 1, scope: !24, file: !2, line: 5, type: !20)
!29 = !DILocation(line: 5, column: 22, scope: !24)
!30 = !DILocalVariable(name: "by", arg: 2, scope: !24, file: !2, line: 5, type: !20)
!31 = !DILocation(line: 5, column: 33, scope: !24)
!32 = !DILocation(line: 5, column: 46, scope: !24)
!33 = !DILocation(line: 5, column: 54, scope: !24)
!34 = !DILocation(line: 5, column: 52, scope: !24)
!35 = !DILocation(line: 5, column: 39, scope: !24)
