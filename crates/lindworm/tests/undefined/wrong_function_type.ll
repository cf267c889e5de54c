; wrong_function_type.c:8: call through a function pointer of the wrong type: `@add` has 2 parameters, and is called with 1 arguments
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !22 {
  %1 = alloca ptr, align 8
    #dbg_declare(ptr %1, !26, !DIExpression(), !27)
  store ptr @add, ptr %1, align 8, !dbg !27
  %2 = load ptr, ptr %1, align 8, !dbg !28
  %3 = call i32 %2(i32 noundef 1), !dbg !28
  %4 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %3), !dbg !29
  ret i32 0, !dbg !30
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @add(i32 noundef %0, i32 noundef %1) #0 !dbg !31 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !34, !DIExpression(), !35)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !36, !DIExpression(), !37)
  %5 = load i32, ptr %3, align 4, !dbg !38
  %6 = load i32, ptr %4, align 4, !dbg !39
  %7 = add nsw i32 %5, %6, !dbg !40
  ret i32 %7, !dbg !41
}

declare i32 @printf(ptr noundef, ...) #1

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!14, !15, !16, !17, !18, !19, !20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 8, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "wrong_function_type.c", directory: ".", checksumkind: CSK_MD5, checksum: "616aaa5aeba368367dc537e97e4915ee")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 4)
!7 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 22.1.8 (3)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !8, globals: !13, splitDebugInlining: false, nameTableKind: None)
!8 = !{!9}
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!10 = !DISubroutineType(types: !11)
!11 = !{!12, !12}
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !{!0}
!14 = !{i32 7, !"Dwarf Version", i32 5}
!15 = !{i32 2, !"Debug Info Version", i32 3}
!16 = !{i32 1, !"wchar_size", i32 4}
!17 = !{i32 8, !"PIC Level", i32 2}
!18 = !{i32 7, !"PIE Level", i32 2}
!19 = !{i32 7, !"uwtable", i32 2}
!20 = !{i32 7, !"frame-pointer", i32 2}
!21 = !{!"Debian clang version 22.1.8 (3)"}
!22 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 6, type: !23, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !25)
!23 = !DISubroutineType(types: !24)
!24 = !{!12}
!25 = !{}
!26 = !DILocalVariable(name: "operation", scope: !22, file: !2, line: 7, type: !9)
!27 = !DILocation(line: 7, column: 11, scope: !22)
!28 = !DILocation(line: 8, column: 20, scope: !22)
!29 = !DILocation(line: 8, column: 5, scope: !22)
!30 = !DILocation(line: 9, column: 1, scope: !22)
!31 = distinct !DISubprogram(name: "add", scope: !2, file: !2, line: 4, type: !32, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !25)
!32 = !DISubroutineType(types: !33)
!33 = !{!12, !12, !12}
!34 = !DILocalVariable(name: "a", arg: 1, scope: !31, file: !2, line: 4, type: !12)
!35 = !DILocation(line: 4, column: 20, scope: !31)
!36 = !DILocalVariable(name: "b", arg: 2, scope: !31, file: !2, line: 4, type: !12)
!37 = !DILocation(line: 4, column: 27, scope: !31)
!38 = !DILocation(line: 4, column: 39, scope: !31)
!39 = !DILocation(line: 4, column: 43, scope: !31)
!40 = !DILocation(line: 4, column: 41, scope: !31)
!41 = !DILocation(line: 4, column: 32, scope: !31)
