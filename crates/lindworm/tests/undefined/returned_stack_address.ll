; returned_stack_address.c:13: use of a local variable after its function returned: load of 1 byte at offset 0 of `text`, which has 16 bytes
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [4 x i8] c"%c\0A\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [8 x i8] c"good %s\00", align 1, !dbg !7
@.str.2 = private unnamed_addr constant [8 x i8] c"morning\00", align 1, !dbg !12
@.str.3 = private unnamed_addr constant [8 x i8] c"evening\00", align 1, !dbg !14

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !26 {
  %1 = alloca ptr, align 8
    #dbg_declare(ptr %1, !31, !DIExpression(), !33)
  %2 = call ptr @greeting(i32 noundef 9), !dbg !34
  store ptr %2, ptr %1, align 8, !dbg !33
  %3 = load ptr, ptr %1, align 8, !dbg !35
  %4 = getelementptr inbounds i8, ptr %3, i64 0, !dbg !35
  %5 = load i8, ptr %4, align 1, !dbg !35
  %6 = sext i8 %5 to i32, !dbg !35
  %7 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %6), !dbg !36
  ret i32 0, !dbg !37
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @greeting(i32 noundef %0) #0 !dbg !38 {
  %2 = alloca i32, align 4
  %3 = alloca [16 x i8], align 16
  %4 = alloca ptr, align 8
  store i32 %0, ptr %2, align 4
    #dbg_declare(ptr %2, !41, !DIExpression(), !42)
    #dbg_declare(ptr %3, !43, !DIExpression(), !47)
  %5 = getelementptr inbounds [16 x i8], ptr %3, i64 0, i64 0, !dbg !48
  %6 = load i32, ptr %2, align 4, !dbg !49
  %7 = icmp slt i32 %6, 12, !dbg !50
  %8 = zext i1 %7 to i64, !dbg !49
  %9 = select i1 %7, ptr @.str.2, ptr @.str.3, !dbg !49
  %10 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %5, i64 noundef 16, ptr noundef @.str.1, ptr noundef %9) #3, !dbg !51
    #dbg_declare(ptr %4, !52, !DIExpression(), !53)
  %11 = getelementptr inbounds [16 x i8], ptr %3, i64 0, i64 0, !dbg !54
  store ptr %11, ptr %4, align 8, !dbg !53
  %12 = load ptr, ptr %4, align 8, !dbg !55
  ret ptr %12, !dbg !56
}

declare i32 @printf(ptr noundef, ...) #1

; Function Attrs: nounwind
declare i32 @snprintf(ptr noundef, i64 noundef, ptr noundef, ...) #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!16}
!llvm.module.flags = !{!18, !19, !20, !21, !22, !23, !24}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 13, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "returned_stack_address.c", directory: ".", checksumkind: CSK_MD5, checksum: "a7741db1ed519841da5b155dcb11e472")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 4)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 6, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 64, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 8)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(scope: null, file: !2, line: 6, type: !9, isLocal: true, isDefinition: true)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(scope: null, file: !2, line: 6, type: !9, isLocal: true, isDefinition: true)
!16 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 22.1.8 (3)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !17, splitDebugInlining: false, nameTableKind: None)
!17 = !{!0, !7, !12, !14}
!18 = !{i32 7, !"Dwarf Version", i32 5}
!19 = !{i32 2, !"Debug Info Version", i32 3}
!20 = !{i32 1, !"wchar_size", i32 4}
!21 = !{i32 8, !"PIC Level", i32 2}
!22 = !{i32 7, !"PIE Level", i32 2}
!23 = !{i32 7, !"uwtable", i32 2}
!24 = !{i32 7, !"frame-pointer", i32 2}
!25 = !{!"Debian clang version 22.1.8 (3)"}
!26 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 11, type: !27, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !16, retainedNodes: !30)
!27 = !DISubroutineType(types: !28)
!28 = !{!29}
!29 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!30 = !{}
!31 = !DILocalVariable(name: "text", scope: !26, file: !2, line: 12, type: !32)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!33 = !DILocation(line: 12, column: 11, scope: !26)
!34 = !DILocation(line: 12, column: 18, scope: !26)
!35 = !DILocation(line: 13, column: 20, scope: !26)
!36 = !DILocation(line: 13, column: 5, scope: !26)
!37 = !DILocation(line: 14, column: 1, scope: !26)
!38 = distinct !DISubprogram(name: "greeting", scope: !2, file: !2, line: 4, type: !39, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !16, retainedNodes: !30)
!39 = !DISubroutineType(types: !40)
!40 = !{!32, !29}
!41 = !DILocalVariable(name: "hour", arg: 1, scope: !38, file: !2, line: 4, type: !29)
!42 = !DILocation(line: 4, column: 27, scope: !38)
!43 = !DILocalVariable(name: "text", scope: !38, file: !2, line: 5, type: !44)
!44 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 128, elements: !45)
!45 = !{!46}
!46 = !DISubrange(count: 16)
!47 = !DILocation(line: 5, column: 10, scope: !38)
!48 = !DILocation(line: 6, column: 14, scope: !38)
!49 = !DILocation(line: 6, column: 44, scope: !38)
!50 = !DILocation(line: 6, column: 49, scope: !38)
!51 = !DILocation(line: 6, column: 5, scope: !38)
!52 = !DILocalVariable(name: "result", scope: !38, file: !2, line: 7, type: !32)
!53 = !DILocation(line: 7, column: 11, scope: !38)
!54 = !DILocation(line: 7, column: 20, scope: !38)
!55 = !DILocation(line: 8, column: 12, scope: !38)
!56 = !DILocation(line: 8, column: 5, scope: !38)
