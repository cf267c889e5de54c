; stack_overflow_of_array.c:6: stack buffer overflow: store of 4 bytes at offset 16 of `squares`, which has 16 bytes
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca i32, align 4
  %2 = alloca [4 x i32], align 16
  %3 = alloca i32, align 4
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !22, !DIExpression(), !24)
    #dbg_declare(ptr %3, !25, !DIExpression(), !27)
  store i32 0, ptr %3, align 4, !dbg !27
  br label %4, !dbg !28

4:                                                ; preds = %14, %0
  %5 = load i32, ptr %3, align 4, !dbg !29
  %6 = icmp sle i32 %5, 4, !dbg !31
  br i1 %6, label %7, label %17, !dbg !32

7:                                                ; preds = %4
  %8 = load i32, ptr %3, align 4, !dbg !33
  %9 = load i32, ptr %3, align 4, !dbg !34
  %10 = mul nsw i32 %8, %9, !dbg !35
  %11 = load i32, ptr %3, align 4, !dbg !36
  %12 = sext i32 %11 to i64, !dbg !37
  %13 = getelementptr inbounds [4 x i32], ptr %2, i64 0, i64 %12, !dbg !37
  store i32 %10, ptr %13, align 4, !dbg !38
  br label %14, !dbg !37

14:                                               ; preds = %7
  %15 = load i32, ptr %3, align 4, !dbg !39
  %16 = add nsw i32 %15, 1, !dbg !39
  store i32 %16, ptr %3, align 4, !dbg !39
  br label %4, !dbg !40, !llvm.loop !41

17:                                               ; preds = %4
  %18 = getelementptr inbounds [4 x i32], ptr %2, i64 0, i64 3, !dbg !44
  %19 = load i32, ptr %18, align 4, !dbg !44
  %20 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %19), !dbg !45
  %21 = load i32, ptr %1, align 4, !dbg !46
  ret i32 %21, !dbg !46
}

declare i32 @printf(ptr noundef, ...) #1

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 7, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "stack_overflow_of_array.c", directory: ".", checksumkind: CSK_MD5, checksum: "f06fd2932945cd15de1d0eb0bd4c148f")
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
!17 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 4, type: !18, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !21)
!18 = !DISubroutineType(types: !19)
!19 = !{!20}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !{}
!22 = !DILocalVariable(name: "squares", scope: !17, file: !2, line: 5, type: !23)
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !20, size: 128, elements: !5)
!24 = !DILocation(line: 5, column: 9, scope: !17)
!25 = !DILocalVariable(name: "i", scope: !26, file: !2, line: 6, type: !20)
!26 = distinct !DILexicalBlock(scope: !17, file: !2, line: 6, column: 5)
!27 = !DILocation(line: 6, column: 14, scope: !26)
!28 = !DILocation(line: 6, column: 10, scope: !26)
!29 = !DILocation(line: 6, column: 21, scope: !30)
!30 = distinct !DILexicalBlock(scope: !26, file: !2, line: 6, column: 5)
!31 = !DILocation(line: 6, column: 23, scope: !30)
!32 = !DILocation(line: 6, column: 5, scope: !26)
!33 = !DILocation(line: 6, column: 47, scope: !30)
!34 = !DILocation(line: 6, column: 51, scope: !30)
!35 = !DILocation(line: 6, column: 49, scope: !30)
!36 = !DILocation(line: 6, column: 42, scope: !30)
!37 = !DILocation(line: 6, column: 34, scope: !30)
!38 = !DILocation(line: 6, column: 45, scope: !30)
!39 = !DILocation(line: 6, column: 30, scope: !30)
!40 = !DILocation(line: 6, column: 5, scope: !30)
!41 = distinct !{!41, !32, !42, !43}
!42 = !DILocation(line: 6, column: 51, scope: !26)
!43 = !{!"llvm.loop.mustprogress"}
!44 = !DILocation(line: 7, column: 20, scope: !17)
!45 = !DILocation(line: 7, column: 5, scope: !17)
!46 = !DILocation(line: 8, column: 1, scope: !17)
