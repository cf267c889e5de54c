; endless_loop.cpp:9: endless loop without side effects
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Queue = type <{ i32, i8, [3 x i8] }>

$_ZN5QueueC2Ev = comdat any

; Function Attrs: mustprogress noinline norecurse nounwind optnone uwtable
define dso_local noundef i32 @main() #0 !dbg !17 {
  %1 = alloca i32, align 4
  %2 = alloca %struct.Queue, align 4
  store i32 0, ptr %1, align 4
    #dbg_declare(ptr %2, !21, !DIExpression(), !22)
  call void @_ZN5QueueC2Ev(ptr noundef nonnull align 4 dereferenceable(5) %2) #2, !dbg !22
  br label %3, !dbg !23

3:                                                ; preds = %16, %0
  %4 = getelementptr inbounds nuw %struct.Queue, ptr %2, i32 0, i32 1, !dbg !24
  %5 = load i8, ptr %4, align 4, !dbg !24
  %6 = trunc i8 %5 to i1, !dbg !24
  %7 = xor i1 %6, true, !dbg !25
  br i1 %7, label %8, label %17, !dbg !23

8:                                                ; preds = %3
  %9 = getelementptr inbounds nuw %struct.Queue, ptr %2, i32 0, i32 0, !dbg !26
  %10 = load i32, ptr %9, align 4, !dbg !26
  %11 = icmp sgt i32 %10, 0, !dbg !29
  br i1 %11, label %12, label %16, !dbg !29

12:                                               ; preds = %8
  %13 = getelementptr inbounds nuw %struct.Queue, ptr %2, i32 0, i32 0, !dbg !30
  %14 = load i32, ptr %13, align 4, !dbg !31
  %15 = add nsw i32 %14, -1, !dbg !31
  store i32 %15, ptr %13, align 4, !dbg !31
  br label %16, !dbg !32

16:                                               ; preds = %12, %8
  br label %3, !dbg !23, !llvm.loop !33

17:                                               ; preds = %3
  %18 = getelementptr inbounds nuw %struct.Queue, ptr %2, i32 0, i32 0, !dbg !36
  %19 = load i32, ptr %18, align 4, !dbg !36
  ret i32 %19, !dbg !37
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN5QueueC2Ev(ptr noundef nonnull align 4 dereferenceable(5) %0) unnamed_addr #1 comdat align 2 !dbg !38 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !43, !DIExpression(), !45)
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.Queue, ptr %3, i32 0, i32 0, !dbg !46
  store i32 0, ptr %4, align 4, !dbg !46
  %5 = getelementptr inbounds nuw %struct.Queue, ptr %3, i32 0, i32 1, !dbg !47
  store i8 0, ptr %5, align 4, !dbg !47
  ret void, !dbg !48
}

attributes #0 = { mustprogress noinline norecurse nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 22.1.8 (3)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "endless_loop.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "2eb49890e7a36e12d1343c5ed698656a")
!2 = !{!3}
!3 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Queue", file: !1, line: 2, size: 64, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !4, identifier: "_ZTS5Queue")
!4 = !{!5, !7}
!5 = !DIDerivedType(tag: DW_TAG_member, name: "size", scope: !3, file: !1, line: 3, baseType: !6, size: 32)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DIDerivedType(tag: DW_TAG_member, name: "stopped", scope: !3, file: !1, line: 4, baseType: !8, size: 8, offset: 32)
!8 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!9 = !{i32 7, !"Dwarf Version", i32 5}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 8, !"PIC Level", i32 2}
!13 = !{i32 7, !"PIE Level", i32 2}
!14 = !{i32 7, !"uwtable", i32 2}
!15 = !{i32 7, !"frame-pointer", i32 2}
!16 = !{!"Debian clang version 22.1.8 (3)"}
!17 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 7, type: !18, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !20)
!18 = !DISubroutineType(types: !19)
!19 = !{!6}
!20 = !{}
!21 = !DILocalVariable(name: "queue", scope: !17, file: !1, line: 8, type: !3)
!22 = !DILocation(line: 8, column: 11, scope: !17)
!23 = !DILocation(line: 9, column: 5, scope: !17)
!24 = !DILocation(line: 9, column: 19, scope: !17)
!25 = !DILocation(line: 9, column: 12, scope: !17)
!26 = !DILocation(line: 10, column: 19, scope: !27)
!27 = distinct !DILexicalBlock(scope: !28, file: !1, line: 10, column: 13)
!28 = distinct !DILexicalBlock(scope: !17, file: !1, line: 9, column: 28)
!29 = !DILocation(line: 10, column: 24, scope: !27)
!30 = !DILocation(line: 10, column: 35, scope: !27)
!31 = !DILocation(line: 10, column: 39, scope: !27)
!32 = !DILocation(line: 10, column: 29, scope: !27)
!33 = distinct !{!33, !23, !34, !35}
!34 = !DILocation(line: 11, column: 5, scope: !17)
!35 = !{!"llvm.loop.mustprogress"}
!36 = !DILocation(line: 12, column: 18, scope: !17)
!37 = !DILocation(line: 12, column: 5, scope: !17)
!38 = distinct !DISubprogram(name: "Queue", linkageName: "_ZN5QueueC2Ev", scope: !3, file: !1, line: 2, type: !39, scopeLine: 2, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !42, retainedNodes: !20)
!39 = !DISubroutineType(types: !40)
!40 = !{null, !41}
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !3, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!42 = !DISubprogram(name: "Queue", linkageName: "_ZN5QueueC4Ev", scope: !3, type: !39, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!43 = !DILocalVariable(name: "this", arg: 1, scope: !38, type: !44, flags: DIFlagArtificial | DIFlagObjectPointer)
!44 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !3, size: 64)
!45 = !DILocation(line: 0, scope: !38)
!46 = !DILocation(line: 3, column: 9, scope: !38)
!47 = !DILocation(line: 4, column: 10, scope: !38)
!48 = !DILocation(line: 2, column: 8, scope: !38)
