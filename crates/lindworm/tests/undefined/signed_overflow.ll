; signed_overflow.c:13: signed integer overflow: 2000000000 + 2000000000 does not fit in i32
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@__const.main.prices = private unnamed_addr constant [2 x i32] [i32 2000000000, i32 2000000000], align 4
@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i32], align 4
  %3 = alloca i32, align 4
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !22, !DIExpression(), !26)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %2, ptr align 4 @__const.main.prices, i64 8, i1 false), !dbg !26
    #dbg_declare(ptr %3, !27, !DIExpression(), !28)
  %4 = getelementptr inbounds [2 x i32], ptr %2, i64 0, i64 0, !dbg !29
  %5 = call i32 @total(ptr noundef %4, i32 noundef 2), !dbg !30
  store i32 %5, ptr %3, align 4, !dbg !28
  %6 = load i32, ptr %3, align 4, !dbg !31
  %7 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %6), !dbg !32
  %8 = load i32, ptr %3, align 4, !dbg !33
  %9 = icmp sgt i32 %8, 0, !dbg !34
  %10 = zext i1 %9 to i32, !dbg !34
  ret i32 %10, !dbg !35
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @total(ptr noundef %0, i32 noundef %1) #0 !dbg !36 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !41, !DIExpression(), !42)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !43, !DIExpression(), !44)
    #dbg_declare(ptr %5, !45, !DIExpression(), !46)
  store i32 0, ptr %5, align 4, !dbg !46
    #dbg_declare(ptr %6, !47, !DIExpression(), !49)
  store i32 0, ptr %6, align 4, !dbg !49
  br label %7, !dbg !50

7:                                                ; preds = %19, %2
  %8 = load i32, ptr %6, align 4, !dbg !51
  %9 = load i32, ptr %4, align 4, !dbg !53
  %10 = icmp slt i32 %8, %9, !dbg !54
  br i1 %10, label %11, label %22, !dbg !55

11:                                               ; preds = %7
  %12 = load ptr, ptr %3, align 8, !dbg !56
  %13 = load i32, ptr %6, align 4, !dbg !57
  %14 = sext i32 %13 to i64, !dbg !56
  %15 = getelementptr inbounds i32, ptr %12, i64 %14, !dbg !56
  %16 = load i32, ptr %15, align 4, !dbg !56
  %17 = load i32, ptr %5, align 4, !dbg !58
  %18 = add nsw i32 %17, %16, !dbg !58
  store i32 %18, ptr %5, align 4, !dbg !58
  br label %19, !dbg !59

19:                                               ; preds = %11
  %20 = load i32, ptr %6, align 4, !dbg !60
  %21 = add nsw i32 %20, 1, !dbg !60
  store i32 %21, ptr %6, align 4, !dbg !60
  br label %7, !dbg !61, !llvm.loop !62

22:                                               ; preds = %7
  %23 = load i32, ptr %5, align 4, !dbg !65
  ret i32 %23, !dbg !66
}

declare i32 @printf(ptr noundef, ...) #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 13, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "signed_overflow.c", directory: ".", checksumkind: CSK_MD5, checksum: "14e208fefbaf5402a1115866e740ff56")
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
!17 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 10, type: !18, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !21)
!18 = !DISubroutineType(types: !19)
!19 = !{!20}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !{}
!22 = !DILocalVariable(name: "prices", scope: !17, file: !2, line: 11, type: !23)
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !20, size: 64, elements: !24)
!24 = !{!25}
!25 = !DISubrange(count: 2)
!26 = !DILocation(line: 11, column: 9, scope: !17)
!27 = !DILocalVariable(name: "sum", scope: !17, file: !2, line: 12, type: !20)
!28 = !DILocation(line: 12, column: 9, scope: !17)
!29 = !DILocation(line: 12, column: 21, scope: !17)
!30 = !DILocation(line: 12, column: 15, scope: !17)
!31 = !DILocation(line: 13, column: 20, scope: !17)
!32 = !DILocation(line: 13, column: 5, scope: !17)
!33 = !DILocation(line: 14, column: 12, scope: !17)
!34 = !DILocation(line: 14, column: 16, scope: !17)
!35 = !DILocation(line: 14, column: 5, scope: !17)
!36 = distinct !DISubprogram(name: "total", scope: !2, file: !2, line: 4, type: !37, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !21)
!37 = !DISubroutineType(types: !38)
!38 = !{!20, !39, !20}
!39 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !40, size: 64)
!40 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !20)
!41 = !DILocalVariable(name: "prices", arg: 1, scope: !36, file: !2, line: 4, type: !39)
!42 = !DILocation(line: 4, column: 29, scope: !36)
!43 = !DILocalVariable(name: "count", arg: 2, scope: !36, file: !2, line: 4, type: !20)
!44 = !DILocation(line: 4, column: 41, scope: !36)
!45 = !DILocalVariable(name: "sum", scope: !36, file: !2, line: 5, type: !20)
!46 = !DILocation(line: 5, column: 9, scope: !36)
!47 = !DILocalVariable(name: "i", scope: !48, file: !2, line: 6, type: !20)
!48 = distinct !DILexicalBlock(scope: !36, file: !2, line: 6, column: 5)
!49 = !DILocation(line: 6, column: 14, scope: !48)
!50 = !DILocation(line: 6, column: 10, scope: !48)
!51 = !DILocation(line: 6, column: 21, scope: !52)
!52 = distinct !DILexicalBlock(scope: !48, file: !2, line: 6, column: 5)
!53 = !DILocation(line: 6, column: 25, scope: !52)
!54 = !DILocation(line: 6, column: 23, scope: !52)
!55 = !DILocation(line: 6, column: 5, scope: !48)
!56 = !DILocation(line: 6, column: 44, scope: !52)
!57 = !DILocation(line: 6, column: 51, scope: !52)
!58 = !DILocation(line: 6, column: 41, scope: !52)
!59 = !DILocation(line: 6, column: 37, scope: !52)
!60 = !DILocation(line: 6, column: 33, scope: !52)
!61 = !DILocation(line: 6, column: 5, scope: !52)
!62 = distinct !{!62, !55, !63, !64}
!63 = !DILocation(line: 6, column: 52, scope: !48)
!64 = !{!"llvm.loop.mustprogress"}
!65 = !DILocation(line: 7, column: 12, scope: !36)
!66 = !DILocation(line: 7, column: 5, scope: !36)
