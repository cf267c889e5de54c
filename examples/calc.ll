; ModuleID = 'examples/calc.ll'
source_filename = "examples/calc.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.stack = type { i32, [8 x i32] }

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0

; Function Attrs: nofree nounwind uwtable
define dso_local noundef i32 @main(i32 noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 !dbg !20 {
  %3 = alloca %struct.stack, align 4, !DIAssignID !39
    #dbg_assign(i1 poison, !29, !DIExpression(), !39, ptr %3, !DIExpression(), !40)
    #dbg_value(i32 %0, !27, !DIExpression(), !40)
    #dbg_value(ptr %1, !28, !DIExpression(), !40)
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #4, !dbg !41
  store i32 0, ptr %3, align 4, !dbg !42, !tbaa !43, !DIAssignID !45
    #dbg_assign(i32 0, !29, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !45, ptr %3, !DIExpression(), !40)
    #dbg_value(i32 1, !37, !DIExpression(), !46)
  %4 = icmp sgt i32 %0, 1, !dbg !47
  br i1 %4, label %5, label %9, !dbg !49

5:                                                ; preds = %2
  %6 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %8 = zext nneg i32 %0 to i64, !dbg !50
  br label %17, !dbg !49

9:                                                ; preds = %54, %2
    #dbg_value(ptr %3, !51, !DIExpression(), !57)
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 4, !dbg !59
  %11 = load i32, ptr %3, align 4, !dbg !60, !tbaa !43
  %12 = add nsw i32 %11, -1, !dbg !61
  store i32 %12, ptr %3, align 4, !dbg !62, !tbaa !43, !DIAssignID !63
    #dbg_assign(i32 %12, !29, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !63, ptr %3, !DIExpression(), !40)
  %13 = sext i32 %12 to i64, !dbg !64
  %14 = getelementptr inbounds i32, ptr %10, i64 %13, !dbg !64
  %15 = load i32, ptr %14, align 4, !dbg !65, !tbaa !16
  %16 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %15), !dbg !66
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #4, !dbg !67
  ret i32 0, !dbg !68

17:                                               ; preds = %54, %5
  %18 = phi i64 [ 1, %5 ], [ %55, %54 ]
    #dbg_value(i64 %18, !37, !DIExpression(), !46)
  %19 = getelementptr inbounds nuw ptr, ptr %1, i64 %18, !dbg !69
  %20 = load ptr, ptr %19, align 8, !dbg !69, !tbaa !72
    #dbg_value(ptr %20, !75, !DIExpression(), !82)
  %21 = load i8, ptr %20, align 1, !dbg !84, !tbaa !85
  %22 = add i8 %21, -48, !dbg !86
  %23 = icmp ult i8 %22, 10, !dbg !86
  br i1 %23, label %30, label %24, !dbg !86

24:                                               ; preds = %17
  %25 = icmp eq i8 %21, 45, !dbg !87
  br i1 %25, label %26, label %36, !dbg !88

26:                                               ; preds = %24
  %27 = getelementptr inbounds nuw i8, ptr %20, i64 1, !dbg !89
  %28 = load i8, ptr %27, align 1, !dbg !89, !tbaa !85
  %29 = icmp eq i8 %28, 0, !dbg !90
  br i1 %29, label %36, label %30, !dbg !91

30:                                               ; preds = %26, %17
  %31 = tail call i32 @atoi(ptr noundef nonnull %20), !dbg !92
    #dbg_value(ptr %3, !93, !DIExpression(), !99)
    #dbg_value(i32 %31, !98, !DIExpression(), !99)
  %32 = load i32, ptr %3, align 4, !dbg !101, !tbaa !43
  %33 = add nsw i32 %32, 1, !dbg !102
  store i32 %33, ptr %3, align 4, !dbg !103, !tbaa !43, !DIAssignID !104
    #dbg_assign(i32 %33, !29, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !104, ptr %3, !DIExpression(), !40)
  %34 = sext i32 %32 to i64, !dbg !105
  %35 = getelementptr inbounds i32, ptr %7, i64 %34, !dbg !105
  store i32 %31, ptr %35, align 4, !dbg !106, !tbaa !16
  br label %54, !dbg !107

36:                                               ; preds = %26, %24
    #dbg_value(ptr %3, !108, !DIExpression(), !116)
    #dbg_value(i8 %21, !113, !DIExpression(), !116)
    #dbg_value(ptr %3, !51, !DIExpression(), !118)
  %37 = load i32, ptr %3, align 4, !dbg !120, !tbaa !43
  %38 = add nsw i32 %37, -1, !dbg !121
  store i32 %38, ptr %3, align 4, !dbg !122, !tbaa !43, !DIAssignID !123
    #dbg_assign(i32 %38, !29, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !123, ptr %3, !DIExpression(), !40)
  %39 = sext i32 %38 to i64, !dbg !124
  %40 = getelementptr inbounds i32, ptr %6, i64 %39, !dbg !124
  %41 = load i32, ptr %40, align 4, !dbg !125, !tbaa !16
    #dbg_value(i32 %41, !114, !DIExpression(), !116)
    #dbg_value(ptr %3, !51, !DIExpression(), !126)
  %42 = add nsw i32 %37, -2, !dbg !128
  store i32 %42, ptr %3, align 4, !dbg !129, !tbaa !43, !DIAssignID !130
    #dbg_assign(i32 %42, !29, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !130, ptr %3, !DIExpression(), !40)
  %43 = sext i32 %42 to i64, !dbg !131
  %44 = getelementptr inbounds i32, ptr %6, i64 %43, !dbg !131
  %45 = load i32, ptr %44, align 4, !dbg !132, !tbaa !16
    #dbg_value(i32 %45, !115, !DIExpression(), !116)
  switch i8 %21, label %54 [
    i8 43, label %46
    i8 45, label %48
    i8 120, label %50
    i8 47, label %52
  ], !dbg !133

46:                                               ; preds = %36
  %47 = add nsw i32 %45, %41, !dbg !134
    #dbg_value(ptr %3, !93, !DIExpression(), !136)
    #dbg_value(i32 %47, !98, !DIExpression(), !136)
  store i32 %38, ptr %3, align 4, !dbg !138, !tbaa !43, !DIAssignID !139
    #dbg_assign(i32 %38, !29, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !139, ptr %3, !DIExpression(), !40)
  store i32 %47, ptr %44, align 4, !dbg !140, !tbaa !16
  br label %54, !dbg !141

48:                                               ; preds = %36
  %49 = sub nsw i32 %45, %41, !dbg !142
    #dbg_value(ptr %3, !93, !DIExpression(), !143)
    #dbg_value(i32 %49, !98, !DIExpression(), !143)
  store i32 %38, ptr %3, align 4, !dbg !145, !tbaa !43, !DIAssignID !146
    #dbg_assign(i32 %38, !29, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !146, ptr %3, !DIExpression(), !40)
  store i32 %49, ptr %44, align 4, !dbg !147, !tbaa !16
  br label %54, !dbg !148

50:                                               ; preds = %36
  %51 = mul nsw i32 %45, %41, !dbg !149
    #dbg_value(ptr %3, !93, !DIExpression(), !150)
    #dbg_value(i32 %51, !98, !DIExpression(), !150)
  store i32 %38, ptr %3, align 4, !dbg !152, !tbaa !43, !DIAssignID !153
    #dbg_assign(i32 %38, !29, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !153, ptr %3, !DIExpression(), !40)
  store i32 %51, ptr %44, align 4, !dbg !154, !tbaa !16
  br label %54, !dbg !155

52:                                               ; preds = %36
  %53 = sdiv i32 %45, %41, !dbg !156
    #dbg_value(ptr %3, !93, !DIExpression(), !157)
    #dbg_value(i32 %53, !98, !DIExpression(), !157)
  store i32 %38, ptr %3, align 4, !dbg !159, !tbaa !43, !DIAssignID !160
    #dbg_assign(i32 %38, !29, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !160, ptr %3, !DIExpression(), !40)
  store i32 %53, ptr %44, align 4, !dbg !161, !tbaa !16
  br label %54, !dbg !162

54:                                               ; preds = %52, %50, %48, %46, %36, %30
  %55 = add nuw nsw i64 %18, 1, !dbg !163
    #dbg_value(i64 %55, !37, !DIExpression(), !46)
  %56 = icmp eq i64 %55, %8, !dbg !50
  br i1 %56, label %9, label %17, !dbg !164, !llvm.loop !165
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(read)
declare !dbg !170 i32 @atoi(ptr noundef captures(none)) local_unnamed_addr #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nofree nounwind
declare !dbg !171 noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #3

attributes #0 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}
!llvm.errno.tbaa = !{!16}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 50, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "examples/calc.c", directory: ".", checksumkind: CSK_MD5, checksum: "8caae2b4c5068eee7a4e1e28cad343f7")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 4)
!7 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !8, splitDebugInlining: false, nameTableKind: None)
!8 = !{!0}
!9 = !{i32 7, !"Dwarf Version", i32 5}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 8, !"PIC Level", i32 2}
!13 = !{i32 7, !"PIE Level", i32 2}
!14 = !{i32 7, !"uwtable", i32 2}
!15 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!16 = !{!17, !17, i64 0}
!17 = !{!"int", !18, i64 0}
!18 = !{!"omnipotent char", !19, i64 0}
!19 = !{!"Simple C/C++ TBAA"}
!20 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 41, type: !21, scopeLine: 41, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !26, keyInstructions: true)
!21 = !DISubroutineType(types: !22)
!22 = !{!23, !23, !24}
!23 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !25, size: 64)
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!26 = !{!27, !28, !29, !37}
!27 = !DILocalVariable(name: "argc", arg: 1, scope: !20, file: !2, line: 41, type: !23)
!28 = !DILocalVariable(name: "argv", arg: 2, scope: !20, file: !2, line: 41, type: !24)
!29 = !DILocalVariable(name: "stack", scope: !20, file: !2, line: 42, type: !30)
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "stack", file: !2, line: 9, size: 288, elements: !31)
!31 = !{!32, !33}
!32 = !DIDerivedType(tag: DW_TAG_member, name: "depth", scope: !30, file: !2, line: 10, baseType: !23, size: 32)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "items", scope: !30, file: !2, line: 11, baseType: !34, size: 256, offset: 32)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !23, size: 256, elements: !35)
!35 = !{!36}
!36 = !DISubrange(count: 8)
!37 = !DILocalVariable(name: "i", scope: !38, file: !2, line: 44, type: !23)
!38 = distinct !DILexicalBlock(scope: !20, file: !2, line: 44, column: 5)
!39 = distinct !DIAssignID()
!40 = !DILocation(line: 0, scope: !20)
!41 = !DILocation(line: 42, column: 5, scope: !20)
!42 = !DILocation(line: 43, column: 17, scope: !20, atomGroup: 1, atomRank: 1)
!43 = !{!44, !17, i64 0}
!44 = !{!"stack", !17, i64 0, !18, i64 4}
!45 = distinct !DIAssignID()
!46 = !DILocation(line: 0, scope: !38)
!47 = !DILocation(line: 44, column: 23, scope: !48, atomGroup: 10, atomRank: 1)
!48 = distinct !DILexicalBlock(scope: !38, file: !2, line: 44, column: 5)
!49 = !DILocation(line: 44, column: 5, scope: !38, atomGroup: 11, atomRank: 1)
!50 = !DILocation(line: 44, column: 23, scope: !48, atomGroup: 3, atomRank: 1)
!51 = !DILocalVariable(name: "stack", arg: 1, scope: !52, file: !2, line: 18, type: !55)
!52 = distinct !DISubprogram(name: "pop", scope: !2, file: !2, line: 18, type: !53, scopeLine: 18, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !56, keyInstructions: true)
!53 = !DISubroutineType(types: !54)
!54 = !{!23, !55}
!55 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
!56 = !{!51}
!57 = !DILocation(line: 0, scope: !52, inlinedAt: !58)
!58 = distinct !DILocation(line: 50, column: 20, scope: !20)
!59 = !DILocation(line: 19, column: 19, scope: !52, inlinedAt: !58)
!60 = !DILocation(line: 19, column: 25, scope: !52, inlinedAt: !58)
!61 = !DILocation(line: 19, column: 25, scope: !52, inlinedAt: !58, atomGroup: 2, atomRank: 2)
!62 = !DILocation(line: 19, column: 25, scope: !52, inlinedAt: !58, atomGroup: 2, atomRank: 1)
!63 = distinct !DIAssignID()
!64 = !DILocation(line: 19, column: 12, scope: !52, inlinedAt: !58)
!65 = !DILocation(line: 19, column: 12, scope: !52, inlinedAt: !58, atomGroup: 1, atomRank: 2)
!66 = !DILocation(line: 50, column: 5, scope: !20)
!67 = !DILocation(line: 52, column: 1, scope: !20)
!68 = !DILocation(line: 51, column: 5, scope: !20, atomGroup: 9, atomRank: 1)
!69 = !DILocation(line: 45, column: 23, scope: !70)
!70 = distinct !DILexicalBlock(scope: !71, file: !2, line: 45, column: 13)
!71 = distinct !DILexicalBlock(scope: !48, file: !2, line: 44, column: 36)
!72 = !{!73, !73, i64 0}
!73 = !{!"p1 omnipotent char", !74, i64 0}
!74 = !{!"any pointer", !18, i64 0}
!75 = !DILocalVariable(name: "word", arg: 1, scope: !76, file: !2, line: 37, type: !79)
!76 = distinct !DISubprogram(name: "is_number", scope: !2, file: !2, line: 37, type: !77, scopeLine: 37, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !81, keyInstructions: true)
!77 = !DISubroutineType(types: !78)
!78 = !{!23, !79}
!79 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !80, size: 64)
!80 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!81 = !{!75}
!82 = !DILocation(line: 0, scope: !76, inlinedAt: !83)
!83 = distinct !DILocation(line: 45, column: 13, scope: !70)
!84 = !DILocation(line: 38, column: 13, scope: !76, inlinedAt: !83)
!85 = !{!18, !18, i64 0}
!86 = !DILocation(line: 38, column: 28, scope: !76, inlinedAt: !83, atomGroup: 2, atomRank: 1)
!87 = !DILocation(line: 38, column: 59, scope: !76, inlinedAt: !83, atomGroup: 4, atomRank: 2)
!88 = !DILocation(line: 38, column: 66, scope: !76, inlinedAt: !83, atomGroup: 4, atomRank: 1)
!89 = !DILocation(line: 38, column: 69, scope: !76, inlinedAt: !83)
!90 = !DILocation(line: 38, column: 66, scope: !76, inlinedAt: !83)
!91 = !DILocation(line: 45, column: 13, scope: !70, atomGroup: 5, atomRank: 1)
!92 = !DILocation(line: 46, column: 26, scope: !70)
!93 = !DILocalVariable(name: "stack", arg: 1, scope: !94, file: !2, line: 14, type: !55)
!94 = distinct !DISubprogram(name: "push", scope: !2, file: !2, line: 14, type: !95, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !97, keyInstructions: true)
!95 = !DISubroutineType(types: !96)
!96 = !{null, !55, !23}
!97 = !{!93, !98}
!98 = !DILocalVariable(name: "value", arg: 2, scope: !94, file: !2, line: 14, type: !23)
!99 = !DILocation(line: 0, scope: !94, inlinedAt: !100)
!100 = distinct !DILocation(line: 46, column: 13, scope: !70)
!101 = !DILocation(line: 15, column: 30, scope: !94, inlinedAt: !100)
!102 = !DILocation(line: 15, column: 30, scope: !94, inlinedAt: !100, atomGroup: 2, atomRank: 2)
!103 = !DILocation(line: 15, column: 30, scope: !94, inlinedAt: !100, atomGroup: 2, atomRank: 1)
!104 = distinct !DIAssignID()
!105 = !DILocation(line: 15, column: 5, scope: !94, inlinedAt: !100)
!106 = !DILocation(line: 15, column: 34, scope: !94, inlinedAt: !100, atomGroup: 1, atomRank: 1)
!107 = !DILocation(line: 46, column: 13, scope: !70)
!108 = !DILocalVariable(name: "stack", arg: 1, scope: !109, file: !2, line: 22, type: !55)
!109 = distinct !DISubprogram(name: "calculate", scope: !2, file: !2, line: 22, type: !110, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !112, keyInstructions: true)
!110 = !DISubroutineType(types: !111)
!111 = !{null, !55, !4}
!112 = !{!108, !113, !114, !115}
!113 = !DILocalVariable(name: "operator", arg: 2, scope: !109, file: !2, line: 22, type: !4)
!114 = !DILocalVariable(name: "b", scope: !109, file: !2, line: 23, type: !23)
!115 = !DILocalVariable(name: "a", scope: !109, file: !2, line: 24, type: !23)
!116 = !DILocation(line: 0, scope: !109, inlinedAt: !117)
!117 = distinct !DILocation(line: 48, column: 13, scope: !70)
!118 = !DILocation(line: 0, scope: !52, inlinedAt: !119)
!119 = distinct !DILocation(line: 23, column: 13, scope: !109, inlinedAt: !117)
!120 = !DILocation(line: 19, column: 25, scope: !52, inlinedAt: !119)
!121 = !DILocation(line: 19, column: 25, scope: !52, inlinedAt: !119, atomGroup: 2, atomRank: 2)
!122 = !DILocation(line: 19, column: 25, scope: !52, inlinedAt: !119, atomGroup: 2, atomRank: 1)
!123 = distinct !DIAssignID()
!124 = !DILocation(line: 19, column: 12, scope: !52, inlinedAt: !119)
!125 = !DILocation(line: 19, column: 12, scope: !52, inlinedAt: !119, atomGroup: 1, atomRank: 2)
!126 = !DILocation(line: 0, scope: !52, inlinedAt: !127)
!127 = distinct !DILocation(line: 24, column: 13, scope: !109, inlinedAt: !117)
!128 = !DILocation(line: 19, column: 25, scope: !52, inlinedAt: !127, atomGroup: 2, atomRank: 2)
!129 = !DILocation(line: 19, column: 25, scope: !52, inlinedAt: !127, atomGroup: 2, atomRank: 1)
!130 = distinct !DIAssignID()
!131 = !DILocation(line: 19, column: 12, scope: !52, inlinedAt: !127)
!132 = !DILocation(line: 19, column: 12, scope: !52, inlinedAt: !127, atomGroup: 1, atomRank: 2)
!133 = !DILocation(line: 25, column: 5, scope: !109, inlinedAt: !117, atomGroup: 3, atomRank: 1)
!134 = !DILocation(line: 27, column: 30, scope: !135, inlinedAt: !117)
!135 = distinct !DILexicalBlock(scope: !109, file: !2, line: 25, column: 23)
!136 = !DILocation(line: 0, scope: !94, inlinedAt: !137)
!137 = distinct !DILocation(line: 27, column: 16, scope: !135, inlinedAt: !117)
!138 = !DILocation(line: 15, column: 30, scope: !94, inlinedAt: !137, atomGroup: 2, atomRank: 1)
!139 = distinct !DIAssignID()
!140 = !DILocation(line: 15, column: 34, scope: !94, inlinedAt: !137, atomGroup: 1, atomRank: 1)
!141 = !DILocation(line: 27, column: 9, scope: !135, inlinedAt: !117, atomGroup: 4, atomRank: 1)
!142 = !DILocation(line: 29, column: 30, scope: !135, inlinedAt: !117)
!143 = !DILocation(line: 0, scope: !94, inlinedAt: !144)
!144 = distinct !DILocation(line: 29, column: 16, scope: !135, inlinedAt: !117)
!145 = !DILocation(line: 15, column: 30, scope: !94, inlinedAt: !144, atomGroup: 2, atomRank: 1)
!146 = distinct !DIAssignID()
!147 = !DILocation(line: 15, column: 34, scope: !94, inlinedAt: !144, atomGroup: 1, atomRank: 1)
!148 = !DILocation(line: 29, column: 9, scope: !135, inlinedAt: !117, atomGroup: 5, atomRank: 1)
!149 = !DILocation(line: 31, column: 30, scope: !135, inlinedAt: !117)
!150 = !DILocation(line: 0, scope: !94, inlinedAt: !151)
!151 = distinct !DILocation(line: 31, column: 16, scope: !135, inlinedAt: !117)
!152 = !DILocation(line: 15, column: 30, scope: !94, inlinedAt: !151, atomGroup: 2, atomRank: 1)
!153 = distinct !DIAssignID()
!154 = !DILocation(line: 15, column: 34, scope: !94, inlinedAt: !151, atomGroup: 1, atomRank: 1)
!155 = !DILocation(line: 31, column: 9, scope: !135, inlinedAt: !117, atomGroup: 6, atomRank: 1)
!156 = !DILocation(line: 33, column: 30, scope: !135, inlinedAt: !117)
!157 = !DILocation(line: 0, scope: !94, inlinedAt: !158)
!158 = distinct !DILocation(line: 33, column: 16, scope: !135, inlinedAt: !117)
!159 = !DILocation(line: 15, column: 30, scope: !94, inlinedAt: !158, atomGroup: 2, atomRank: 1)
!160 = distinct !DIAssignID()
!161 = !DILocation(line: 15, column: 34, scope: !94, inlinedAt: !158, atomGroup: 1, atomRank: 1)
!162 = !DILocation(line: 33, column: 9, scope: !135, inlinedAt: !117, atomGroup: 7, atomRank: 1)
!163 = !DILocation(line: 44, column: 32, scope: !48, atomGroup: 6, atomRank: 2)
!164 = !DILocation(line: 44, column: 5, scope: !38, atomGroup: 4, atomRank: 1)
!165 = distinct !{!165, !166, !167, !168, !169}
!166 = !DILocation(line: 44, column: 5, scope: !38)
!167 = !DILocation(line: 49, column: 5, scope: !38)
!168 = !{!"llvm.loop.mustprogress"}
!169 = !{!"llvm.loop.unroll.disable"}
!170 = !DISubprogram(name: "atoi", scope: !2, file: !2, line: 7, type: !77, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!171 = !DISubprogram(name: "printf", scope: !2, file: !2, line: 6, type: !172, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!172 = !DISubroutineType(types: !173)
!173 = !{!23, !79, null}
