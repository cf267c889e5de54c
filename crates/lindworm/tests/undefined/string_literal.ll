; string_literal.c:5: write to a constant or a string literal: store of 1 byte at offset 0 of a global of 6 bytes
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [6 x i8] c"hello\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [4 x i8] c"%s\0A\00", align 1, !dbg !7

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !22 {
  %1 = alloca ptr, align 8
    #dbg_declare(ptr %1, !27, !DIExpression(), !29)
  store ptr @.str, ptr %1, align 8, !dbg !29
  %2 = load ptr, ptr %1, align 8, !dbg !30
  call void @capitalize(ptr noundef %2), !dbg !31
  %3 = load ptr, ptr %1, align 8, !dbg !32
  %4 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, ptr noundef %3), !dbg !33
  ret i32 0, !dbg !34
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @capitalize(ptr noundef %0) #0 !dbg !35 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !38, !DIExpression(), !39)
  %3 = load ptr, ptr %2, align 8, !dbg !40
  %4 = getelementptr inbounds i8, ptr %3, i64 0, !dbg !40
  %5 = load i8, ptr %4, align 1, !dbg !40
  %6 = sext i8 %5 to i32, !dbg !40
  %7 = call i32 @toupper(i32 noundef %6) #3, !dbg !41
  %8 = trunc i32 %7 to i8, !dbg !41
  %9 = load ptr, ptr %2, align 8, !dbg !42
  %10 = getelementptr inbounds i8, ptr %9, i64 0, !dbg !42
  store i8 %8, ptr %10, align 1, !dbg !43
  ret void, !dbg !44
}

declare i32 @printf(ptr noundef, ...) #1

; Function Attrs: nounwind willreturn memory(read)
declare i32 @toupper(i32 noundef) #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind willreturn memory(read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind willreturn memory(read) }

!llvm.dbg.cu = !{!12}
!llvm.module.flags = !{!14, !15, !16, !17, !18, !19, !20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 8, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "string_literal.c", directory: ".", checksumkind: CSK_MD5, checksum: "cc9a9926b4461c1c21379ff209bf484f")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 48, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 6)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 10, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 4)
!12 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 22.1.8 (3)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !13, splitDebugInlining: false, nameTableKind: None)
!13 = !{!0, !7}
!14 = !{i32 7, !"Dwarf Version", i32 5}
!15 = !{i32 2, !"Debug Info Version", i32 3}
!16 = !{i32 1, !"wchar_size", i32 4}
!17 = !{i32 8, !"PIC Level", i32 2}
!18 = !{i32 7, !"PIE Level", i32 2}
!19 = !{i32 7, !"uwtable", i32 2}
!20 = !{i32 7, !"frame-pointer", i32 2}
!21 = !{!"Debian clang version 22.1.8 (3)"}
!22 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 7, type: !23, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !12, retainedNodes: !26)
!23 = !DISubroutineType(types: !24)
!24 = !{!25}
!25 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!26 = !{}
!27 = !DILocalVariable(name: "text", scope: !22, file: !2, line: 8, type: !28)
!28 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!29 = !DILocation(line: 8, column: 11, scope: !22)
!30 = !DILocation(line: 9, column: 16, scope: !22)
!31 = !DILocation(line: 9, column: 5, scope: !22)
!32 = !DILocation(line: 10, column: 20, scope: !22)
!33 = !DILocation(line: 10, column: 5, scope: !22)
!34 = !DILocation(line: 11, column: 1, scope: !22)
!35 = distinct !DISubprogram(name: "capitalize", scope: !2, file: !2, line: 5, type: !36, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !12, retainedNodes: !26)
!36 = !DISubroutineType(types: !37)
!37 = !{null, !28}
!38 = !DILocalVariable(name: "text", arg: 1, scope: !35, file: !2, line: 5, type: !28)
!39 = !DILocation(line: 5, column: 30, scope: !35)
!40 = !DILocation(line: 5, column: 56, scope: !35)
!41 = !DILocation(line: 5, column: 48, scope: !35)
!42 = !DILocation(line: 5, column: 38, scope: !35)
!43 = !DILocation(line: 5, column: 46, scope: !35)
!44 = !DILocation(line: 5, column: 66, scope: !35)
