; double_free.c:9: double free: a heap object of 6 bytes
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.message = type { ptr }

@.str = private unnamed_addr constant [6 x i8] c"hello\00", align 1, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca %struct.message, align 8
  %2 = alloca %struct.message, align 8
    #dbg_declare(ptr %1, !22, !DIExpression(), !27)
  %3 = getelementptr inbounds nuw %struct.message, ptr %1, i32 0, i32 0, !dbg !28
  %4 = call noalias ptr @strdup(ptr noundef @.str) #3, !dbg !29
  store ptr %4, ptr %3, align 8, !dbg !28
    #dbg_declare(ptr %2, !30, !DIExpression(), !31)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 %1, i64 8, i1 false), !dbg !32
  call void @clear(ptr noundef %1), !dbg !33
  call void @clear(ptr noundef %2), !dbg !34
  ret i32 0, !dbg !35
}

; Function Attrs: nounwind
declare noalias ptr @strdup(ptr noundef) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal void @clear(ptr noundef %0) #0 !dbg !36 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !40, !DIExpression(), !41)
  %3 = load ptr, ptr %2, align 8, !dbg !42
  %4 = getelementptr inbounds nuw %struct.message, ptr %3, i32 0, i32 0, !dbg !43
  %5 = load ptr, ptr %4, align 8, !dbg !43
  call void @free(ptr noundef %5) #3, !dbg !44
  ret void, !dbg !45
}

; Function Attrs: nounwind
declare void @free(ptr noundef) #1

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 12, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "double_free.c", directory: ".", checksumkind: CSK_MD5, checksum: "adc3b25ecdfdde8e9084e117bceb3ea8")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 48, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 6)
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
!22 = !DILocalVariable(name: "m", scope: !17, file: !2, line: 12, type: !23)
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "message", file: !2, line: 5, size: 64, elements: !24)
!24 = !{!25}
!25 = !DIDerivedType(tag: DW_TAG_member, name: "text", scope: !23, file: !2, line: 6, baseType: !26, size: 64)
!26 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!27 = !DILocation(line: 12, column: 20, scope: !17)
!28 = !DILocation(line: 12, column: 24, scope: !17)
!29 = !DILocation(line: 12, column: 25, scope: !17)
!30 = !DILocalVariable(name: "copy", scope: !17, file: !2, line: 13, type: !23)
!31 = !DILocation(line: 13, column: 20, scope: !17)
!32 = !DILocation(line: 13, column: 27, scope: !17)
!33 = !DILocation(line: 14, column: 5, scope: !17)
!34 = !DILocation(line: 15, column: 5, scope: !17)
!35 = !DILocation(line: 16, column: 1, scope: !17)
!36 = distinct !DISubprogram(name: "clear", scope: !2, file: !2, line: 9, type: !37, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !21)
!37 = !DISubroutineType(types: !38)
!38 = !{null, !39}
!39 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !23, size: 64)
!40 = !DILocalVariable(name: "m", arg: 1, scope: !36, file: !2, line: 9, type: !39)
!41 = !DILocation(line: 9, column: 35, scope: !36)
!42 = !DILocation(line: 9, column: 45, scope: !36)
!43 = !DILocation(line: 9, column: 48, scope: !36)
!44 = !DILocation(line: 9, column: 40, scope: !36)
!45 = !DILocation(line: 9, column: 55, scope: !36)
