; negative_array.c:5: variable-length array of a size that is negative or too large
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = call i32 @sum(i32 noundef -1), !dbg !21
  %2 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %1), !dbg !22
  ret i32 0, !dbg !23
}

declare i32 @printf(ptr noundef, ...) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @sum(i32 noundef %0) #0 !dbg !24 {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
    #dbg_declare(ptr %2, !28, !DIExpression(), !29)
  %6 = load i32, ptr %2, align 4, !dbg !30
  %7 = zext i32 %6 to i64, !dbg !31
  %8 = call ptr @llvm.stacksave.p0(), !dbg !31
  store ptr %8, ptr %3, align 8, !dbg !31
  %9 = alloca i32, i64 %7, align 16, !dbg !31
  store i64 %7, ptr %4, align 8, !dbg !31
    #dbg_declare(ptr %4, !32, !DIExpression(), !34)
    #dbg_declare(ptr %9, !35, !DIExpression(), !39)
    #dbg_declare(ptr %5, !40, !DIExpression(), !42)
  store i32 0, ptr %5, align 4, !dbg !42
  br label %10, !dbg !43

10:                                               ; preds = %19, %1
  %11 = load i32, ptr %5, align 4, !dbg !44
  %12 = load i32, ptr %2, align 4, !dbg !46
  %13 = icmp slt i32 %11, %12, !dbg !47
  br i1 %13, label %14, label %22, !dbg !48

14:                                               ; preds = %10
  %15 = load i32, ptr %5, align 4, !dbg !49
  %16 = load i32, ptr %5, align 4, !dbg !50
  %17 = sext i32 %16 to i64, !dbg !51
  %18 = getelementptr inbounds i32, ptr %9, i64 %17, !dbg !51
  store i32 %15, ptr %18, align 4, !dbg !52
  br label %19, !dbg !51

19:                                               ; preds = %14
  %20 = load i32, ptr %5, align 4, !dbg !53
  %21 = add nsw i32 %20, 1, !dbg !53
  store i32 %21, ptr %5, align 4, !dbg !53
  br label %10, !dbg !54, !llvm.loop !55

22:                                               ; preds = %10
  %23 = load i32, ptr %2, align 4, !dbg !58
  %24 = icmp sgt i32 %23, 0, !dbg !59
  br i1 %24, label %25, label %28, !dbg !58

25:                                               ; preds = %22
  %26 = getelementptr inbounds i32, ptr %9, i64 0, !dbg !60
  %27 = load i32, ptr %26, align 16, !dbg !60
  br label %29, !dbg !58

28:                                               ; preds = %22
  br label %29, !dbg !58

29:                                               ; preds = %28, %25
  %30 = phi i32 [ %27, %25 ], [ 0, %28 ], !dbg !58
  %31 = load ptr, ptr %3, align 8, !dbg !61
  call void @llvm.stackrestore.p0(ptr %31), !dbg !61
  ret i32 %30, !dbg !61
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nocallback nofree nosync nounwind willreturn }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 11, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "negative_array.c", directory: ".", checksumkind: CSK_MD5, checksum: "c7c9ae44c154079c5dea96427d065d32")
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
!17 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 10, type: !18, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7)
!18 = !DISubroutineType(types: !19)
!19 = !{!20}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !DILocation(line: 11, column: 20, scope: !17)
!22 = !DILocation(line: 11, column: 5, scope: !17)
!23 = !DILocation(line: 12, column: 1, scope: !17)
!24 = distinct !DISubprogram(name: "sum", scope: !2, file: !2, line: 4, type: !25, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !27)
!25 = !DISubroutineType(types: !26)
!26 = !{!20, !20}
!27 = !{}
!28 = !DILocalVariable(name: "count", arg: 1, scope: !24, file: !2, line: 4, type: !20)
!29 = !DILocation(line: 4, column: 20, scope: !24)
!30 = !DILocation(line: 5, column: 16, scope: !24)
!31 = !DILocation(line: 5, column: 5, scope: !24)
!32 = !DILocalVariable(name: "__vla_expr0", scope: !24, type: !33, flags: DIFlagArtificial)
!33 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!34 = !DILocation(line: 0, scope: !24)
!35 = !DILocalVariable(name: "values", scope: !24, file: !2, line: 5, type: !36)
!36 = !DICompositeType(tag: DW_TAG_array_type, baseType: !20, elements: !37)
!37 = !{!38}
!38 = !DISubrange(count: !32)
!39 = !DILocation(line: 5, column: 9, scope: !24)
!40 = !DILocalVariable(name: "i", scope: !41, file: !2, line: 6, type: !20)
!41 = distinct !DILexicalBlock(scope: !24, file: !2, line: 6, column: 5)
!42 = !DILocation(line: 6, column: 14, scope: !41)
!43 = !DILocation(line: 6, column: 10, scope: !41)
!44 = !DILocation(line: 6, column: 21, scope: !45)
!45 = distinct !DILexicalBlock(scope: !41, file: !2, line: 6, column: 5)
!46 = !DILocation(line: 6, column: 25, scope: !45)
!47 = !DILocation(line: 6, column: 23, scope: !45)
!48 = !DILocation(line: 6, column: 5, scope: !41)
!49 = !DILocation(line: 6, column: 49, scope: !45)
!50 = !DILocation(line: 6, column: 44, scope: !45)
!51 = !DILocation(line: 6, column: 37, scope: !45)
!52 = !DILocation(line: 6, column: 47, scope: !45)
!53 = !DILocation(line: 6, column: 33, scope: !45)
!54 = !DILocation(line: 6, column: 5, scope: !45)
!55 = distinct !{!55, !48, !56, !57}
!56 = !DILocation(line: 6, column: 49, scope: !41)
!57 = !{!"llvm.loop.mustprogress"}
!58 = !DILocation(line: 7, column: 12, scope: !24)
!59 = !DILocation(line: 7, column: 18, scope: !24)
!60 = !DILocation(line: 7, column: 24, scope: !24)
!61 = !DILocation(line: 8, column: 1, scope: !24)
