; negative_size.c:5: memory function with a negative number of bytes: load of 18446744073709551614 bytes (as a signed number, -2) at offset 0 of a global of 6 bytes
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [6 x i8] c"hello\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [4 x i8] c"%s\0A\00", align 1, !dbg !7

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !22 {
  %1 = alloca [8 x i8], align 1
    #dbg_declare(ptr %1, !27, !DIExpression(), !31)
  call void @llvm.memset.p0.i64(ptr align 1 %1, i8 0, i64 8, i1 false), !dbg !31
  %2 = getelementptr inbounds [8 x i8], ptr %1, i64 0, i64 0, !dbg !32
  call void @copy(ptr noundef %2, ptr noundef @.str, i32 noundef 6), !dbg !33
  %3 = getelementptr inbounds [8 x i8], ptr %1, i64 0, i64 0, !dbg !34
  %4 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, ptr noundef %3), !dbg !35
  ret i32 0, !dbg !36
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal void @copy(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 !dbg !37 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
    #dbg_declare(ptr %4, !43, !DIExpression(), !44)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !45, !DIExpression(), !46)
  store i32 %2, ptr %6, align 4
    #dbg_declare(ptr %6, !47, !DIExpression(), !48)
  %7 = load ptr, ptr %4, align 8, !dbg !49
  %8 = load ptr, ptr %5, align 8, !dbg !50
  %9 = load i32, ptr %6, align 4, !dbg !51
  %10 = sub nsw i32 %9, 8, !dbg !52
  %11 = sext i32 %10 to i64, !dbg !51
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %7, ptr align 1 %8, i64 %11, i1 false), !dbg !53
  ret void, !dbg !54
}

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #3

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }

!llvm.dbg.cu = !{!12}
!llvm.module.flags = !{!14, !15, !16, !17, !18, !19, !20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 9, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "negative_size.c", directory: ".", checksumkind: CSK_MD5, checksum: "a8864a3998ae2f44eec3bc5dc211d6c9")
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
!27 = !DILocalVariable(name: "to", scope: !22, file: !2, line: 8, type: !28)
!28 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 64, elements: !29)
!29 = !{!30}
!30 = !DISubrange(count: 8)
!31 = !DILocation(line: 8, column: 10, scope: !22)
!32 = !DILocation(line: 9, column: 10, scope: !22)
!33 = !DILocation(line: 9, column: 5, scope: !22)
!34 = !DILocation(line: 10, column: 20, scope: !22)
!35 = !DILocation(line: 10, column: 5, scope: !22)
!36 = !DILocation(line: 11, column: 1, scope: !22)
!37 = distinct !DISubprogram(name: "copy", scope: !2, file: !2, line: 5, type: !38, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !12, retainedNodes: !26)
!38 = !DISubroutineType(types: !39)
!39 = !{null, !40, !41, !25}
!40 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !42, size: 64)
!42 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!43 = !DILocalVariable(name: "to", arg: 1, scope: !37, file: !2, line: 5, type: !40)
!44 = !DILocation(line: 5, column: 24, scope: !37)
!45 = !DILocalVariable(name: "from", arg: 2, scope: !37, file: !2, line: 5, type: !41)
!46 = !DILocation(line: 5, column: 40, scope: !37)
!47 = !DILocalVariable(name: "length", arg: 3, scope: !37, file: !2, line: 5, type: !25)
!48 = !DILocation(line: 5, column: 50, scope: !37)
!49 = !DILocation(line: 5, column: 67, scope: !37)
!50 = !DILocation(line: 5, column: 71, scope: !37)
!51 = !DILocation(line: 5, column: 77, scope: !37)
!52 = !DILocation(line: 5, column: 84, scope: !37)
!53 = !DILocation(line: 5, column: 60, scope: !37)
!54 = !DILocation(line: 5, column: 90, scope: !37)
