; restrict_pointers.c:5: access that breaks the promise of `restrict`
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@__const.main.values = private unnamed_addr constant [3 x i32] [i32 1, i32 2, i32 3], align 4
@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca [3 x i32], align 4
    #dbg_declare(ptr %1, !22, !DIExpression(), !26)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %1, ptr align 4 @__const.main.values, i64 12, i1 false), !dbg !26
  %2 = getelementptr inbounds [3 x i32], ptr %1, i64 0, i64 0, !dbg !27
  %3 = getelementptr inbounds [3 x i32], ptr %1, i64 0, i64 0, !dbg !28
  call void @add(ptr noundef %2, ptr noundef %3, i32 noundef 3), !dbg !29
  %4 = getelementptr inbounds [3 x i32], ptr %1, i64 0, i64 2, !dbg !30
  %5 = load i32, ptr %4, align 4, !dbg !30
  %6 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %5), !dbg !31
  ret i32 0, !dbg !32
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal void @add(ptr noalias noundef %0, ptr noalias noundef %1, i32 noundef %2) #0 !dbg !33 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
    #dbg_declare(ptr %4, !41, !DIExpression(), !42)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !43, !DIExpression(), !44)
  store i32 %2, ptr %6, align 4
    #dbg_declare(ptr %6, !45, !DIExpression(), !46)
    #dbg_declare(ptr %7, !47, !DIExpression(), !49)
  store i32 0, ptr %7, align 4, !dbg !49
  br label %8, !dbg !50

8:                                                ; preds = %22, %3
  %9 = load i32, ptr %7, align 4, !dbg !51
  %10 = load i32, ptr %6, align 4, !dbg !53
  %11 = icmp slt i32 %9, %10, !dbg !54
  br i1 %11, label %12, label %25, !dbg !55

12:                                               ; preds = %8
  %13 = load ptr, ptr %5, align 8, !dbg !56
  %14 = getelementptr inbounds i32, ptr %13, i64 0, !dbg !56
  %15 = load i32, ptr %14, align 4, !dbg !56
  %16 = load ptr, ptr %4, align 8, !dbg !57
  %17 = load i32, ptr %7, align 4, !dbg !58
  %18 = sext i32 %17 to i64, !dbg !57
  %19 = getelementptr inbounds i32, ptr %16, i64 %18, !dbg !57
  %20 = load i32, ptr %19, align 4, !dbg !59
  %21 = add nsw i32 %20, %15, !dbg !59
  store i32 %21, ptr %19, align 4, !dbg !59
  br label %22, !dbg !57

22:                                               ; preds = %12
  %23 = load i32, ptr %7, align 4, !dbg !60
  %24 = add nsw i32 %23, 1, !dbg !60
  store i32 %24, ptr %7, align 4, !dbg !60
  br label %8, !dbg !61, !llvm.loop !62

25:                                               ; preds = %8
  ret void, !dbg !65
}

declare i32 @printf(ptr noundef, ...) #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 11, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "restrict_pointers.c", directory: ".", checksumkind: CSK_MD5, checksum: "92d0e09e1ed5398f8a660364d8601384")
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
!17 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 8, type: !18, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !21)
!18 = !DISubroutineType(types: !19)
!19 = !{!20}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !{}
!22 = !DILocalVariable(name: "values", scope: !17, file: !2, line: 9, type: !23)
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !20, size: 96, elements: !24)
!24 = !{!25}
!25 = !DISubrange(count: 3)
!26 = !DILocation(line: 9, column: 9, scope: !17)
!27 = !DILocation(line: 10, column: 9, scope: !17)
!28 = !DILocation(line: 10, column: 17, scope: !17)
!29 = !DILocation(line: 10, column: 5, scope: !17)
!30 = !DILocation(line: 11, column: 20, scope: !17)
!31 = !DILocation(line: 11, column: 5, scope: !17)
!32 = !DILocation(line: 12, column: 1, scope: !17)
!33 = distinct !DISubprogram(name: "add", scope: !2, file: !2, line: 4, type: !34, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !21)
!34 = !DISubroutineType(types: !35)
!35 = !{null, !36, !38, !20}
!36 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !37)
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!38 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !39)
!39 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !40, size: 64)
!40 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !20)
!41 = !DILocalVariable(name: "to", arg: 1, scope: !33, file: !2, line: 4, type: !36)
!42 = !DILocation(line: 4, column: 31, scope: !33)
!43 = !DILocalVariable(name: "from", arg: 2, scope: !33, file: !2, line: 4, type: !38)
!44 = !DILocation(line: 4, column: 55, scope: !33)
!45 = !DILocalVariable(name: "count", arg: 3, scope: !33, file: !2, line: 4, type: !20)
!46 = !DILocation(line: 4, column: 65, scope: !33)
!47 = !DILocalVariable(name: "i", scope: !48, file: !2, line: 5, type: !20)
!48 = distinct !DILexicalBlock(scope: !33, file: !2, line: 5, column: 5)
!49 = !DILocation(line: 5, column: 14, scope: !48)
!50 = !DILocation(line: 5, column: 10, scope: !48)
!51 = !DILocation(line: 5, column: 21, scope: !52)
!52 = distinct !DILexicalBlock(scope: !48, file: !2, line: 5, column: 5)
!53 = !DILocation(line: 5, column: 25, scope: !52)
!54 = !DILocation(line: 5, column: 23, scope: !52)
!55 = !DILocation(line: 5, column: 5, scope: !48)
!56 = !DILocation(line: 5, column: 46, scope: !52)
!57 = !DILocation(line: 5, column: 37, scope: !52)
!58 = !DILocation(line: 5, column: 40, scope: !52)
!59 = !DILocation(line: 5, column: 43, scope: !52)
!60 = !DILocation(line: 5, column: 33, scope: !52)
!61 = !DILocation(line: 5, column: 5, scope: !52)
!62 = distinct !{!62, !55, !63, !64}
!63 = !DILocation(line: 5, column: 52, scope: !48)
!64 = !{!"llvm.loop.mustprogress"}
!65 = !DILocation(line: 6, column: 1, scope: !33)
