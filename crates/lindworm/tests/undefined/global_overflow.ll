; global_overflow.c:8: global buffer overflow: load of 8 bytes at offset 24 of `names`, which has 24 bytes
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [4 x i8] c"%s\0A\00", align 1, !dbg !0
@names = internal global [3 x ptr] [ptr @.str.1, ptr @.str.2, ptr @.str.3], align 16, !dbg !7
@.str.1 = private unnamed_addr constant [4 x i8] c"mon\00", align 1, !dbg !11
@.str.2 = private unnamed_addr constant [4 x i8] c"tue\00", align 1, !dbg !13
@.str.3 = private unnamed_addr constant [4 x i8] c"wed\00", align 1, !dbg !15

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 !dbg !30 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !37, !DIExpression(), !38)
  store ptr %1, ptr %4, align 8
    #dbg_declare(ptr %4, !39, !DIExpression(), !40)
  %5 = load ptr, ptr %4, align 8, !dbg !41
  %6 = load i32, ptr %3, align 4, !dbg !42
  %7 = add nsw i32 %6, 2, !dbg !43
  %8 = sext i32 %7 to i64, !dbg !44
  %9 = getelementptr inbounds [3 x ptr], ptr @names, i64 0, i64 %8, !dbg !44
  %10 = load ptr, ptr %9, align 8, !dbg !44
  %11 = call i32 (ptr, ...) @printf(ptr noundef @.str, ptr noundef %10), !dbg !45
  ret i32 0, !dbg !46
}

declare i32 @printf(ptr noundef, ...) #1

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!9}
!llvm.module.flags = !{!22, !23, !24, !25, !26, !27, !28}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 8, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "global_overflow.c", directory: ".", checksumkind: CSK_MD5, checksum: "f09febfcedafa52cd99d86b2c013eaa4")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 4)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "names", scope: !9, file: !2, line: 4, type: !17, isLocal: true, isDefinition: true)
!9 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 22.1.8 (3)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !10, splitDebugInlining: false, nameTableKind: None)
!10 = !{!0, !11, !13, !15, !7}
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(scope: null, file: !2, line: 4, type: !3, isLocal: true, isDefinition: true)
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(scope: null, file: !2, line: 4, type: !3, isLocal: true, isDefinition: true)
!15 = !DIGlobalVariableExpression(var: !16, expr: !DIExpression())
!16 = distinct !DIGlobalVariable(scope: null, file: !2, line: 4, type: !3, isLocal: true, isDefinition: true)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 192, elements: !20)
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64)
!19 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!20 = !{!21}
!21 = !DISubrange(count: 3)
!22 = !{i32 7, !"Dwarf Version", i32 5}
!23 = !{i32 2, !"Debug Info Version", i32 3}
!24 = !{i32 1, !"wchar_size", i32 4}
!25 = !{i32 8, !"PIC Level", i32 2}
!26 = !{i32 7, !"PIE Level", i32 2}
!27 = !{i32 7, !"uwtable", i32 2}
!28 = !{i32 7, !"frame-pointer", i32 2}
!29 = !{!"Debian clang version 22.1.8 (3)"}
!30 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 6, type: !31, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !9, retainedNodes: !36)
!31 = !DISubroutineType(types: !32)
!32 = !{!33, !33, !34}
!33 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !35, size: 64)
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!36 = !{}
!37 = !DILocalVariable(name: "argc", arg: 1, scope: !30, file: !2, line: 6, type: !33)
!38 = !DILocation(line: 6, column: 14, scope: !30)
!39 = !DILocalVariable(name: "argv", arg: 2, scope: !30, file: !2, line: 6, type: !34)
!40 = !DILocation(line: 6, column: 27, scope: !30)
!41 = !DILocation(line: 7, column: 11, scope: !30)
!42 = !DILocation(line: 8, column: 26, scope: !30)
!43 = !DILocation(line: 8, column: 31, scope: !30)
!44 = !DILocation(line: 8, column: 20, scope: !30)
!45 = !DILocation(line: 8, column: 5, scope: !30)
!46 = !DILocation(line: 9, column: 1, scope: !30)
