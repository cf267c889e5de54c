; uninitialized_heap.c:9: use of uninitialized memory
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !17 {
  %1 = alloca i32, align 4
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !22, !DIExpression(), !24)
  %4 = call noalias ptr @malloc(i64 noundef 16) #4, !dbg !25
  store ptr %4, ptr %2, align 8, !dbg !24
  %5 = load ptr, ptr %2, align 8, !dbg !26
  %6 = getelementptr inbounds i32, ptr %5, i64 0, !dbg !26
  store i32 1, ptr %6, align 4, !dbg !27
    #dbg_declare(ptr %3, !28, !DIExpression(), !30)
  store i32 0, ptr %3, align 4, !dbg !30
  br label %7, !dbg !31

7:                                                ; preds = %21, %0
  %8 = load i32, ptr %3, align 4, !dbg !32
  %9 = icmp slt i32 %8, 4, !dbg !34
  br i1 %9, label %10, label %24, !dbg !35

10:                                               ; preds = %7
  %11 = load ptr, ptr %2, align 8, !dbg !36
  %12 = load i32, ptr %3, align 4, !dbg !38
  %13 = sext i32 %12 to i64, !dbg !36
  %14 = getelementptr inbounds i32, ptr %11, i64 %13, !dbg !36
  %15 = load i32, ptr %14, align 4, !dbg !36
  %16 = icmp sgt i32 %15, 0, !dbg !39
  br i1 %16, label %17, label %20, !dbg !39

17:                                               ; preds = %10
  %18 = load i32, ptr %3, align 4, !dbg !40
  %19 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %18), !dbg !41
  br label %20, !dbg !41

20:                                               ; preds = %17, %10
  br label %21, !dbg !42

21:                                               ; preds = %20
  %22 = load i32, ptr %3, align 4, !dbg !43
  %23 = add nsw i32 %22, 1, !dbg !43
  store i32 %23, ptr %3, align 4, !dbg !43
  br label %7, !dbg !44, !llvm.loop !45

24:                                               ; preds = %7
  %25 = load ptr, ptr %2, align 8, !dbg !48
  call void @free(ptr noundef %25) #5, !dbg !49
  %26 = load i32, ptr %1, align 4, !dbg !50
  ret i32 %26, !dbg !50
}

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #1

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: nounwind
declare void @free(ptr noundef) #3

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind allocsize(0) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind allocsize(0) }
attributes #5 = { nounwind }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 9, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "uninitialized_heap.c", directory: ".", checksumkind: CSK_MD5, checksum: "785cf498266bf7e3c97c5763710e3dcf")
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
!17 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 5, type: !18, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !21)
!18 = !DISubroutineType(types: !19)
!19 = !{!20}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !{}
!22 = !DILocalVariable(name: "counts", scope: !17, file: !2, line: 6, type: !23)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!24 = !DILocation(line: 6, column: 10, scope: !17)
!25 = !DILocation(line: 6, column: 19, scope: !17)
!26 = !DILocation(line: 7, column: 5, scope: !17)
!27 = !DILocation(line: 7, column: 15, scope: !17)
!28 = !DILocalVariable(name: "i", scope: !29, file: !2, line: 8, type: !20)
!29 = distinct !DILexicalBlock(scope: !17, file: !2, line: 8, column: 5)
!30 = !DILocation(line: 8, column: 14, scope: !29)
!31 = !DILocation(line: 8, column: 10, scope: !29)
!32 = !DILocation(line: 8, column: 21, scope: !33)
!33 = distinct !DILexicalBlock(scope: !29, file: !2, line: 8, column: 5)
!34 = !DILocation(line: 8, column: 23, scope: !33)
!35 = !DILocation(line: 8, column: 5, scope: !29)
!36 = !DILocation(line: 9, column: 13, scope: !37)
!37 = distinct !DILexicalBlock(scope: !33, file: !2, line: 9, column: 13)
!38 = !DILocation(line: 9, column: 20, scope: !37)
!39 = !DILocation(line: 9, column: 23, scope: !37)
!40 = !DILocation(line: 9, column: 43, scope: !37)
!41 = !DILocation(line: 9, column: 28, scope: !37)
!42 = !DILocation(line: 9, column: 25, scope: !37)
!43 = !DILocation(line: 8, column: 29, scope: !33)
!44 = !DILocation(line: 8, column: 5, scope: !33)
!45 = distinct !{!45, !35, !46, !47}
!46 = !DILocation(line: 9, column: 44, scope: !29)
!47 = !{!"llvm.loop.mustprogress"}
!48 = !DILocation(line: 10, column: 10, scope: !17)
!49 = !DILocation(line: 10, column: 5, scope: !17)
!50 = !DILocation(line: 11, column: 1, scope: !17)
