; uninitialized_variable.c:7: use of uninitialized variable `best`
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@__const.main.values = private unnamed_addr constant [3 x i32] [i32 3, i32 1, i32 2], align 4
@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca [3 x i32], align 4
    #dbg_declare(ptr %1, !22, !DIExpression(), !26)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %1, ptr align 4 @__const.main.values, i64 12, i1 false), !dbg !26
  %2 = getelementptr inbounds [3 x i32], ptr %1, i64 0, i64 0, !dbg !27
  %3 = call i32 @largest(ptr noundef %2, i32 noundef 3), !dbg !28
  %4 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %3), !dbg !29
  ret i32 0, !dbg !30
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @largest(ptr noundef %0, i32 noundef %1) #0 !dbg !31 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !36, !DIExpression(), !37)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !38, !DIExpression(), !39)
    #dbg_declare(ptr %5, !40, !DIExpression(), !41)
    #dbg_declare(ptr %6, !42, !DIExpression(), !44)
  store i32 0, ptr %6, align 4, !dbg !44
  br label %7, !dbg !45

7:                                                ; preds = %26, %2
  %8 = load i32, ptr %6, align 4, !dbg !46
  %9 = load i32, ptr %4, align 4, !dbg !48
  %10 = icmp slt i32 %8, %9, !dbg !49
  br i1 %10, label %11, label %29, !dbg !50

11:                                               ; preds = %7
  %12 = load ptr, ptr %3, align 8, !dbg !51
  %13 = load i32, ptr %6, align 4, !dbg !53
  %14 = sext i32 %13 to i64, !dbg !51
  %15 = getelementptr inbounds i32, ptr %12, i64 %14, !dbg !51
  %16 = load i32, ptr %15, align 4, !dbg !51
  %17 = load i32, ptr %5, align 4, !dbg !54
  %18 = icmp sgt i32 %16, %17, !dbg !55
  br i1 %18, label %19, label %25, !dbg !55

19:                                               ; preds = %11
  %20 = load ptr, ptr %3, align 8, !dbg !56
  %21 = load i32, ptr %6, align 4, !dbg !57
  %22 = sext i32 %21 to i64, !dbg !56
  %23 = getelementptr inbounds i32, ptr %20, i64 %22, !dbg !56
  %24 = load i32, ptr %23, align 4, !dbg !56
  store i32 %24, ptr %5, align 4, !dbg !58
  br label %25, !dbg !59

25:                                               ; preds = %19, %11
  br label %26, !dbg !54

26:                                               ; preds = %25
  %27 = load i32, ptr %6, align 4, !dbg !60
  %28 = add nsw i32 %27, 1, !dbg !60
  store i32 %28, ptr %6, align 4, !dbg !60
  br label %7, !dbg !61, !llvm.loop !62

29:                                               ; preds = %7
  %30 = load i32, ptr %5, align 4, !dbg !65
  ret i32 %30, !dbg !66
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 13, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "uninitialized_variable.c", directory: ".", checksumkind: CSK_MD5, checksum: "49af913c8fe18ffa4b5dc5716683bb42")
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
!17 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 11, type: !18, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !21)
!18 = !DISubroutineType(types: !19)
!19 = !{!20}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !{}
!22 = !DILocalVariable(name: "values", scope: !17, file: !2, line: 12, type: !23)
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !20, size: 96, elements: !24)
!24 = !{!25}
!25 = !DISubrange(count: 3)
!26 = !DILocation(line: 12, column: 9, scope: !17)
!27 = !DILocation(line: 13, column: 28, scope: !17)
!28 = !DILocation(line: 13, column: 20, scope: !17)
!29 = !DILocation(line: 13, column: 5, scope: !17)
!30 = !DILocation(line: 14, column: 1, scope: !17)
!31 = distinct !DISubprogram(name: "largest", scope: !2, file: !2, line: 4, type: !32, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !21)
!32 = !DISubroutineType(types: !33)
!33 = !{!20, !34, !20}
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !35, size: 64)
!35 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !20)
!36 = !DILocalVariable(name: "values", arg: 1, scope: !31, file: !2, line: 4, type: !34)
!37 = !DILocation(line: 4, column: 31, scope: !31)
!38 = !DILocalVariable(name: "count", arg: 2, scope: !31, file: !2, line: 4, type: !20)
!39 = !DILocation(line: 4, column: 43, scope: !31)
!40 = !DILocalVariable(name: "best", scope: !31, file: !2, line: 5, type: !20)
!41 = !DILocation(line: 5, column: 9, scope: !31)
!42 = !DILocalVariable(name: "i", scope: !43, file: !2, line: 6, type: !20)
!43 = distinct !DILexicalBlock(scope: !31, file: !2, line: 6, column: 5)
!44 = !DILocation(line: 6, column: 14, scope: !43)
!45 = !DILocation(line: 6, column: 10, scope: !43)
!46 = !DILocation(line: 6, column: 21, scope: !47)
!47 = distinct !DILexicalBlock(scope: !43, file: !2, line: 6, column: 5)
!48 = !DILocation(line: 6, column: 25, scope: !47)
!49 = !DILocation(line: 6, column: 23, scope: !47)
!50 = !DILocation(line: 6, column: 5, scope: !43)
!51 = !DILocation(line: 7, column: 13, scope: !52)
!52 = distinct !DILexicalBlock(scope: !47, file: !2, line: 7, column: 13)
!53 = !DILocation(line: 7, column: 20, scope: !52)
!54 = !DILocation(line: 7, column: 25, scope: !52)
!55 = !DILocation(line: 7, column: 23, scope: !52)
!56 = !DILocation(line: 7, column: 38, scope: !52)
!57 = !DILocation(line: 7, column: 45, scope: !52)
!58 = !DILocation(line: 7, column: 36, scope: !52)
!59 = !DILocation(line: 7, column: 31, scope: !52)
!60 = !DILocation(line: 6, column: 33, scope: !47)
!61 = !DILocation(line: 6, column: 5, scope: !47)
!62 = distinct !{!62, !50, !63, !64}
!63 = !DILocation(line: 7, column: 46, scope: !43)
!64 = !{!"llvm.loop.mustprogress"}
!65 = !DILocation(line: 8, column: 12, scope: !31)
!66 = !DILocation(line: 8, column: 5, scope: !31)
