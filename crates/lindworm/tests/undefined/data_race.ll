; data_race.c:8: data race on global `counter`
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0
@counter = internal global i32 0, align 4, !dbg !7

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !22 {
  %1 = alloca i64, align 8
  %2 = alloca i64, align 8
    #dbg_declare(ptr %1, !26, !DIExpression(), !30)
    #dbg_declare(ptr %2, !31, !DIExpression(), !32)
  %3 = call i32 @pthread_create(ptr noundef %1, ptr noundef null, ptr noundef @work, ptr noundef null) #3, !dbg !33
  %4 = call i32 @pthread_create(ptr noundef %2, ptr noundef null, ptr noundef @work, ptr noundef null) #3, !dbg !34
  %5 = load i64, ptr %1, align 8, !dbg !35
  %6 = call i32 @pthread_join(i64 noundef %5, ptr noundef null), !dbg !36
  %7 = load i64, ptr %2, align 8, !dbg !37
  %8 = call i32 @pthread_join(i64 noundef %7, ptr noundef null), !dbg !38
  %9 = load i32, ptr @counter, align 4, !dbg !39
  %10 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %9), !dbg !40
  ret i32 0, !dbg !41
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @work(ptr noundef %0) #0 !dbg !42 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !45, !DIExpression(), !46)
    #dbg_declare(ptr %3, !47, !DIExpression(), !49)
  store i32 0, ptr %3, align 4, !dbg !49
  br label %4, !dbg !50

4:                                                ; preds = %10, %1
  %5 = load i32, ptr %3, align 4, !dbg !51
  %6 = icmp slt i32 %5, 100, !dbg !53
  br i1 %6, label %7, label %13, !dbg !54

7:                                                ; preds = %4
  %8 = load i32, ptr @counter, align 4, !dbg !55
  %9 = add nsw i32 %8, 1, !dbg !55
  store i32 %9, ptr @counter, align 4, !dbg !55
  br label %10, !dbg !56

10:                                               ; preds = %7
  %11 = load i32, ptr %3, align 4, !dbg !57
  %12 = add nsw i32 %11, 1, !dbg !57
  store i32 %12, ptr %3, align 4, !dbg !57
  br label %4, !dbg !58, !llvm.loop !59

13:                                               ; preds = %4
  %14 = load ptr, ptr %2, align 8, !dbg !62
  ret ptr %14, !dbg !63
}

declare i32 @pthread_join(i64 noundef, ptr noundef) #2

declare i32 @printf(ptr noundef, ...) #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!9}
!llvm.module.flags = !{!14, !15, !16, !17, !18, !19, !20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 18, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "data_race.c", directory: ".", checksumkind: CSK_MD5, checksum: "23770798ed819e61e6de432ca3990edc")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 4)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "counter", scope: !9, file: !2, line: 5, type: !13, isLocal: true, isDefinition: true)
!9 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 22.1.8 (3)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !10, globals: !12, splitDebugInlining: false, nameTableKind: None)
!10 = !{!11}
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!12 = !{!0, !7}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{i32 7, !"Dwarf Version", i32 5}
!15 = !{i32 2, !"Debug Info Version", i32 3}
!16 = !{i32 1, !"wchar_size", i32 4}
!17 = !{i32 8, !"PIC Level", i32 2}
!18 = !{i32 7, !"PIE Level", i32 2}
!19 = !{i32 7, !"uwtable", i32 2}
!20 = !{i32 7, !"frame-pointer", i32 2}
!21 = !{!"Debian clang version 22.1.8 (3)"}
!22 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 12, type: !23, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !9, retainedNodes: !25)
!23 = !DISubroutineType(types: !24)
!24 = !{!13}
!25 = !{}
!26 = !DILocalVariable(name: "a", scope: !22, file: !2, line: 13, type: !27)
!27 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !28, line: 27, baseType: !29)
!28 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!29 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!30 = !DILocation(line: 13, column: 15, scope: !22)
!31 = !DILocalVariable(name: "b", scope: !22, file: !2, line: 13, type: !27)
!32 = !DILocation(line: 13, column: 18, scope: !22)
!33 = !DILocation(line: 14, column: 5, scope: !22)
!34 = !DILocation(line: 15, column: 5, scope: !22)
!35 = !DILocation(line: 16, column: 18, scope: !22)
!36 = !DILocation(line: 16, column: 5, scope: !22)
!37 = !DILocation(line: 17, column: 18, scope: !22)
!38 = !DILocation(line: 17, column: 5, scope: !22)
!39 = !DILocation(line: 18, column: 20, scope: !22)
!40 = !DILocation(line: 18, column: 5, scope: !22)
!41 = !DILocation(line: 19, column: 1, scope: !22)
!42 = distinct !DISubprogram(name: "work", scope: !2, file: !2, line: 7, type: !43, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !9, retainedNodes: !25)
!43 = !DISubroutineType(types: !44)
!44 = !{!11, !11}
!45 = !DILocalVariable(name: "unused", arg: 1, scope: !42, file: !2, line: 7, type: !11)
!46 = !DILocation(line: 7, column: 25, scope: !42)
!47 = !DILocalVariable(name: "i", scope: !48, file: !2, line: 8, type: !13)
!48 = distinct !DILexicalBlock(scope: !42, file: !2, line: 8, column: 5)
!49 = !DILocation(line: 8, column: 14, scope: !48)
!50 = !DILocation(line: 8, column: 10, scope: !48)
!51 = !DILocation(line: 8, column: 21, scope: !52)
!52 = distinct !DILexicalBlock(scope: !48, file: !2, line: 8, column: 5)
!53 = !DILocation(line: 8, column: 23, scope: !52)
!54 = !DILocation(line: 8, column: 5, scope: !48)
!55 = !DILocation(line: 8, column: 42, scope: !52)
!56 = !DILocation(line: 8, column: 35, scope: !52)
!57 = !DILocation(line: 8, column: 31, scope: !52)
!58 = !DILocation(line: 8, column: 5, scope: !52)
!59 = distinct !{!59, !54, !60, !61}
!60 = !DILocation(line: 8, column: 42, scope: !48)
!61 = !{!"llvm.loop.mustprogress"}
!62 = !DILocation(line: 9, column: 12, scope: !42)
!63 = !DILocation(line: 9, column: 5, scope: !42)
