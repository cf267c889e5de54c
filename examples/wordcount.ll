; ModuleID = 'examples/wordcount.ll'
source_filename = "wordcount.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [12 x i8] c"%.0f words\0A\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [9 x i8] c"%6lu %s\0A\00", align 1, !dbg !7

; Function Attrs: nofree nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #0 !dbg !32 {
  %1 = alloca [64 x i8], align 16, !DIAssignID !52
    #dbg_assign(i1 poison, !37, !DIExpression(), !52, ptr %1, !DIExpression(), !53)
  %2 = alloca ptr, align 8, !DIAssignID !54
    #dbg_assign(i1 poison, !41, !DIExpression(), !54, ptr %2, !DIExpression(), !53)
  call void @llvm.lifetime.start.p0(ptr nonnull %1) #6, !dbg !55
  call void @llvm.lifetime.start.p0(ptr nonnull %2), !dbg !56
  store ptr null, ptr %2, align 8, !dbg !57, !tbaa !58, !DIAssignID !61
    #dbg_assign(ptr null, !41, !DIExpression(), !61, ptr %2, !DIExpression(), !53)
    #dbg_value(double 0.000000e+00, !50, !DIExpression(), !53)
  br label %3, !dbg !62

3:                                                ; preds = %91, %0
  %4 = phi double [ 0.000000e+00, %0 ], [ %92, %91 ], !dbg !53
    #dbg_value(double %4, !50, !DIExpression(), !53)
    #dbg_value(ptr %1, !63, !DIExpression(), !71)
    #dbg_value(i32 0, !69, !DIExpression(), !71)
  br label %5, !dbg !73

5:                                                ; preds = %8, %3
  %6 = tail call i32 @getchar(), !dbg !74
    #dbg_value(i32 %6, !70, !DIExpression(), !71)
  %7 = icmp sgt i32 %6, -1, !dbg !75
  br i1 %7, label %8, label %30, !dbg !76

8:                                                ; preds = %5
    #dbg_value(i32 %6, !77, !DIExpression(), !82)
  %9 = and i32 %6, 2147483615, !dbg !84
  %10 = add nsw i32 %9, -91, !dbg !84
  %11 = icmp ult i32 %10, -26, !dbg !84
  br i1 %11, label %5, label %12, !dbg !85, !llvm.loop !86

12:                                               ; preds = %26, %8
  %13 = phi i32 [ %28, %26 ], [ %6, %8 ]
  %14 = phi i32 [ %27, %26 ], [ 0, %8 ]
    #dbg_value(i32 %13, !70, !DIExpression(), !71)
    #dbg_value(i32 %14, !69, !DIExpression(), !71)
    #dbg_value(i32 %13, !77, !DIExpression(), !90)
  %15 = and i32 %13, 2147483615, !dbg !94
  %16 = add nsw i32 %15, -91, !dbg !94
  %17 = icmp ult i32 %16, -26, !dbg !94
  br i1 %17, label %30, label %18, !dbg !95

18:                                               ; preds = %12
  %19 = icmp ult i32 %14, 63, !dbg !96
  br i1 %19, label %20, label %26, !dbg !98

20:                                               ; preds = %18
  %21 = trunc i32 %13 to i8, !dbg !99
  %22 = or i8 %21, 32, !dbg !99
  %23 = add nuw nsw i32 %14, 1, !dbg !100
    #dbg_value(i32 %23, !69, !DIExpression(), !71)
  %24 = zext nneg i32 %14 to i64, !dbg !101
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 %24, !dbg !101
  store i8 %22, ptr %25, align 1, !dbg !102, !tbaa !103
  br label %26, !dbg !101

26:                                               ; preds = %20, %18
  %27 = phi i32 [ %23, %20 ], [ %14, %18 ], !dbg !71
    #dbg_value(i32 %27, !69, !DIExpression(), !71)
  %28 = tail call i32 @getchar(), !dbg !104
    #dbg_value(i32 %28, !70, !DIExpression(), !71)
  %29 = icmp sgt i32 %28, -1, !dbg !105
  br i1 %29, label %12, label %30, !dbg !106, !llvm.loop !107

30:                                               ; preds = %26, %12, %5
  %31 = phi i32 [ %14, %12 ], [ %27, %26 ], [ 0, %5 ], !dbg !71
  %32 = zext i32 %31 to i64, !dbg !110
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 %32, !dbg !110
  store i8 0, ptr %33, align 1, !dbg !111, !tbaa !103
  %34 = icmp eq i32 %31, 0, !dbg !112
  br i1 %34, label %93, label %35, !dbg !113

35:                                               ; preds = %30
  %36 = load i8, ptr %1, align 16
  %37 = icmp eq i8 %36, 0
  br label %38, !dbg !114

38:                                               ; preds = %73, %35
  %39 = phi ptr [ %74, %73 ], [ %2, %35 ]
    #dbg_value(ptr %39, !122, !DIExpression(), !131)
  %40 = load ptr, ptr %39, align 8, !dbg !132, !tbaa !58
  %41 = icmp eq ptr %40, null, !dbg !133
  br i1 %41, label %75, label %42, !dbg !114

42:                                               ; preds = %38
  %43 = getelementptr inbounds nuw i8, ptr %40, i64 24, !dbg !134
    #dbg_value(ptr %1, !135, !DIExpression(), !141)
    #dbg_value(ptr %43, !140, !DIExpression(), !141)
  br i1 %37, label %59, label %44, !dbg !143

44:                                               ; preds = %50, %42
  %45 = phi i8 [ %53, %50 ], [ %36, %42 ]
  %46 = phi ptr [ %52, %50 ], [ %43, %42 ]
  %47 = phi ptr [ %51, %50 ], [ %1, %42 ]
    #dbg_value(ptr %46, !140, !DIExpression(), !141)
    #dbg_value(ptr %47, !135, !DIExpression(), !141)
  %48 = load i8, ptr %46, align 1, !dbg !144, !tbaa !103
  %49 = icmp eq i8 %45, %48, !dbg !145
  br i1 %49, label %50, label %55, !dbg !146

50:                                               ; preds = %44
  %51 = getelementptr inbounds nuw i8, ptr %47, i64 1, !dbg !147
    #dbg_value(ptr %51, !135, !DIExpression(), !141)
  %52 = getelementptr inbounds nuw i8, ptr %46, i64 1, !dbg !148
    #dbg_value(ptr %52, !140, !DIExpression(), !141)
  %53 = load i8, ptr %51, align 1, !dbg !149, !tbaa !103
  %54 = icmp eq i8 %53, 0, !dbg !150
  br i1 %54, label %55, label %44, !dbg !151, !llvm.loop !152

55:                                               ; preds = %50, %44
  %56 = phi ptr [ %46, %44 ], [ %52, %50 ]
  %57 = phi i8 [ %45, %44 ], [ 0, %50 ]
  %58 = zext i8 %57 to i32, !dbg !155
  br label %59, !dbg !155

59:                                               ; preds = %55, %42
  %60 = phi ptr [ %43, %42 ], [ %56, %55 ]
  %61 = phi i32 [ 0, %42 ], [ %58, %55 ], !dbg !149
  %62 = load i8, ptr %60, align 1, !dbg !156, !tbaa !103
  %63 = zext i8 %62 to i32, !dbg !157
    #dbg_value(!DIArgList(i32 %61, i32 %63), !124, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_minus, DW_OP_stack_value), !158)
  %64 = icmp eq i32 %61, %63, !dbg !159
  br i1 %64, label %65, label %69, !dbg !161

65:                                               ; preds = %59
  %66 = getelementptr inbounds nuw i8, ptr %40, i64 16, !dbg !162
  %67 = load i64, ptr %66, align 8, !dbg !164, !tbaa !165
  %68 = add i64 %67, 1, !dbg !168
  store i64 %68, ptr %66, align 8, !dbg !169, !tbaa !165
  br label %73, !dbg !170

69:                                               ; preds = %59
    #dbg_value(!DIArgList(i32 %61, i32 %63), !124, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_minus, DW_OP_stack_value), !158)
  %70 = icmp samesign ult i32 %61, %63, !dbg !171
  %71 = select i1 %70, i64 0, i64 8, !dbg !172
  %72 = getelementptr inbounds nuw i8, ptr %40, i64 %71, !dbg !172
  br label %73, !dbg !172

73:                                               ; preds = %69, %65
  %74 = phi ptr [ %39, %65 ], [ %72, %69 ]
    #dbg_value(ptr %74, !122, !DIExpression(), !131)
  br i1 %64, label %91, label %38

75:                                               ; preds = %38
  %76 = tail call dereferenceable_or_null(88) ptr @malloc(i64 noundef 88) #7, !dbg !173
    #dbg_value(ptr %76, !126, !DIExpression(), !131)
  %77 = icmp eq ptr %76, null, !dbg !174
  br i1 %77, label %78, label %79, !dbg !176

78:                                               ; preds = %75
  tail call void @exit(i32 noundef 1) #8, !dbg !177
  unreachable, !dbg !177

79:                                               ; preds = %75
  %80 = getelementptr inbounds nuw i8, ptr %76, i64 16, !dbg !178
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %76, i8 0, i64 16, i1 false), !dbg !179
  store i64 1, ptr %80, align 8, !dbg !180, !tbaa !165
    #dbg_value(i32 0, !127, !DIExpression(), !181)
  %81 = getelementptr inbounds nuw i8, ptr %76, i64 24
  br label %82, !dbg !182

82:                                               ; preds = %82, %79
  %83 = phi i32 [ 0, %79 ], [ %89, %82 ], !dbg !183
    #dbg_value(i32 %83, !127, !DIExpression(), !181)
  %84 = zext i32 %83 to i64, !dbg !184
  %85 = getelementptr inbounds nuw i8, ptr %1, i64 %84, !dbg !184
  %86 = load i8, ptr %85, align 1, !dbg !186, !tbaa !103
  %87 = getelementptr inbounds nuw i8, ptr %81, i64 %84, !dbg !187
  store i8 %86, ptr %87, align 1, !dbg !188, !tbaa !103
  %88 = icmp eq i8 %86, 0, !dbg !189
  %89 = add i32 %83, 1, !dbg !190
    #dbg_value(i32 %89, !127, !DIExpression(), !181)
  br i1 %88, label %90, label %82, !dbg !191, !llvm.loop !192

90:                                               ; preds = %82
  store ptr %76, ptr %39, align 8, !dbg !195, !tbaa !58
  br label %91, !dbg !196

91:                                               ; preds = %90, %73
  %92 = fadd double %4, 1.000000e+00, !dbg !197
    #dbg_value(double %92, !50, !DIExpression(), !53)
  br label %3, !dbg !62, !llvm.loop !198

93:                                               ; preds = %30
  %94 = load ptr, ptr %2, align 8, !dbg !200, !tbaa !58
  tail call fastcc void @print(ptr noundef %94), !dbg !201
  %95 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, double noundef %4), !dbg !202
  call void @llvm.lifetime.end.p0(ptr nonnull %2), !dbg !203
  call void @llvm.lifetime.end.p0(ptr nonnull %1) #6, !dbg !203
  ret i32 0, !dbg !204
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: nofree nounwind uwtable
define internal fastcc void @print(ptr noundef %0) unnamed_addr #0 !dbg !205 {
  br label %2

2:                                                ; preds = %5, %1
  %3 = phi ptr [ %0, %1 ], [ %12, %5 ]
    #dbg_value(ptr %3, !211, !DIExpression(), !212)
  %4 = icmp eq ptr %3, null, !dbg !213
  br i1 %4, label %13, label %5, !dbg !215

5:                                                ; preds = %2
  %6 = load ptr, ptr %3, align 8, !dbg !216, !tbaa !217
  tail call fastcc void @print(ptr noundef %6), !dbg !218
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 16, !dbg !219
  %8 = load i64, ptr %7, align 8, !dbg !219, !tbaa !165
  %9 = getelementptr inbounds nuw i8, ptr %3, i64 24, !dbg !220
  %10 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i64 noundef %8, ptr noundef nonnull %9), !dbg !221
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 8, !dbg !222
  %12 = load ptr, ptr %11, align 8, !dbg !222, !tbaa !223
  br label %2, !dbg !224

13:                                               ; preds = %2
  ret void, !dbg !225
}

; Function Attrs: nofree nounwind
declare !dbg !226 noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nofree nounwind
declare !dbg !229 noundef i32 @getchar() local_unnamed_addr #2

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare !dbg !230 noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr #3

; Function Attrs: nofree noreturn
declare void @exit(i32 noundef) local_unnamed_addr #4

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #5

attributes #0 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nofree noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { nounwind }
attributes #7 = { allocsize(0) }
attributes #8 = { cold noreturn nounwind }

!llvm.dbg.cu = !{!12}
!llvm.module.flags = !{!21, !22, !23, !24, !25, !26, !27}
!llvm.errno.tbaa = !{!28}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 78, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "wordcount.c", directory: ".", checksumkind: CSK_MD5, checksum: "b6e6428c4d7b0990307d599565582246")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 96, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 12)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 65, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 72, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 9)
!12 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !13, retainedTypes: !18, globals: !20, splitDebugInlining: false, nameTableKind: None)
!13 = !{!14}
!14 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !2, line: 11, baseType: !15, size: 32, elements: !16)
!15 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!16 = !{!17}
!17 = !DIEnumerator(name: "LONGEST_WORD", value: 63)
!18 = !{!4, !19}
!19 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!20 = !{!0, !7}
!21 = !{i32 7, !"Dwarf Version", i32 5}
!22 = !{i32 2, !"Debug Info Version", i32 3}
!23 = !{i32 1, !"wchar_size", i32 4}
!24 = !{i32 8, !"PIC Level", i32 2}
!25 = !{i32 7, !"PIE Level", i32 2}
!26 = !{i32 7, !"uwtable", i32 2}
!27 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!28 = !{!29, !29, i64 0}
!29 = !{!"int", !30, i64 0}
!30 = !{!"omnipotent char", !31, i64 0}
!31 = !{!"Simple C/C++ TBAA"}
!32 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 69, type: !33, scopeLine: 69, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !12, retainedNodes: !36, keyInstructions: true)
!33 = !DISubroutineType(types: !34)
!34 = !{!35}
!35 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!36 = !{!37, !41, !50}
!37 = !DILocalVariable(name: "word", scope: !32, file: !2, line: 70, type: !38)
!38 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 512, elements: !39)
!39 = !{!40}
!40 = !DISubrange(count: 64)
!41 = !DILocalVariable(name: "words", scope: !32, file: !2, line: 71, type: !42)
!42 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !43, size: 64)
!43 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !2, line: 13, size: 704, elements: !44)
!44 = !{!45, !46, !47, !49}
!45 = !DIDerivedType(tag: DW_TAG_member, name: "left", scope: !43, file: !2, line: 14, baseType: !42, size: 64)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "right", scope: !43, file: !2, line: 14, baseType: !42, size: 64, offset: 64)
!47 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !43, file: !2, line: 15, baseType: !48, size: 64, offset: 128)
!48 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "word", scope: !43, file: !2, line: 16, baseType: !38, size: 512, offset: 192)
!50 = !DILocalVariable(name: "total", scope: !32, file: !2, line: 72, type: !51)
!51 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!52 = distinct !DIAssignID()
!53 = !DILocation(line: 0, scope: !32)
!54 = distinct !DIAssignID()
!55 = !DILocation(line: 70, column: 5, scope: !32)
!56 = !DILocation(line: 71, column: 5, scope: !32)
!57 = !DILocation(line: 71, column: 18, scope: !32, atomGroup: 1, atomRank: 1)
!58 = !{!59, !59, i64 0}
!59 = !{!"p1 _ZTS4node", !60, i64 0}
!60 = !{!"any pointer", !30, i64 0}
!61 = distinct !DIAssignID()
!62 = !DILocation(line: 73, column: 5, scope: !32)
!63 = !DILocalVariable(name: "word", arg: 1, scope: !64, file: !2, line: 30, type: !67)
!64 = distinct !DISubprogram(name: "next_word", scope: !2, file: !2, line: 30, type: !65, scopeLine: 30, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !12, retainedNodes: !68, keyInstructions: true)
!65 = !DISubroutineType(types: !66)
!66 = !{!15, !67}
!67 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!68 = !{!63, !69, !70}
!69 = !DILocalVariable(name: "length", scope: !64, file: !2, line: 31, type: !15)
!70 = !DILocalVariable(name: "c", scope: !64, file: !2, line: 32, type: !35)
!71 = !DILocation(line: 0, scope: !64, inlinedAt: !72)
!72 = distinct !DILocation(line: 73, column: 12, scope: !32)
!73 = !DILocation(line: 33, column: 5, scope: !64, inlinedAt: !72)
!74 = !DILocation(line: 33, column: 17, scope: !64, inlinedAt: !72, atomGroup: 2, atomRank: 2)
!75 = !DILocation(line: 33, column: 28, scope: !64, inlinedAt: !72, atomGroup: 3, atomRank: 2)
!76 = !DILocation(line: 33, column: 33, scope: !64, inlinedAt: !72, atomGroup: 3, atomRank: 1)
!77 = !DILocalVariable(name: "c", arg: 1, scope: !78, file: !2, line: 19, type: !35)
!78 = distinct !DISubprogram(name: "is_letter", scope: !2, file: !2, line: 19, type: !79, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !12, retainedNodes: !81, keyInstructions: true)
!79 = !DISubroutineType(types: !80)
!80 = !{!35, !35}
!81 = !{!77}
!82 = !DILocation(line: 0, scope: !78, inlinedAt: !83)
!83 = distinct !DILocation(line: 33, column: 37, scope: !64, inlinedAt: !72)
!84 = !DILocation(line: 20, column: 22, scope: !78, inlinedAt: !83, atomGroup: 2, atomRank: 1)
!85 = !DILocation(line: 33, column: 5, scope: !64, inlinedAt: !72, atomGroup: 4, atomRank: 1)
!86 = distinct !{!86, !73, !87, !88, !89}
!87 = !DILocation(line: 34, column: 9, scope: !64, inlinedAt: !72)
!88 = !{!"llvm.loop.mustprogress"}
!89 = !{!"llvm.loop.unroll.disable"}
!90 = !DILocation(line: 0, scope: !78, inlinedAt: !91)
!91 = distinct !DILocation(line: 35, column: 22, scope: !92, inlinedAt: !72)
!92 = distinct !DILexicalBlock(scope: !93, file: !2, line: 35, column: 5)
!93 = distinct !DILexicalBlock(scope: !64, file: !2, line: 35, column: 5)
!94 = !DILocation(line: 20, column: 22, scope: !78, inlinedAt: !91, atomGroup: 2, atomRank: 1)
!95 = !DILocation(line: 35, column: 5, scope: !93, inlinedAt: !72, atomGroup: 6, atomRank: 1)
!96 = !DILocation(line: 36, column: 20, scope: !97, inlinedAt: !72, atomGroup: 7, atomRank: 2)
!97 = distinct !DILexicalBlock(scope: !92, file: !2, line: 36, column: 13)
!98 = !DILocation(line: 36, column: 20, scope: !97, inlinedAt: !72, atomGroup: 7, atomRank: 1)
!99 = !DILocation(line: 37, column: 30, scope: !97, inlinedAt: !72, atomGroup: 8, atomRank: 2)
!100 = !DILocation(line: 37, column: 24, scope: !97, inlinedAt: !72, atomGroup: 9, atomRank: 2)
!101 = !DILocation(line: 37, column: 13, scope: !97, inlinedAt: !72)
!102 = !DILocation(line: 37, column: 28, scope: !97, inlinedAt: !72, atomGroup: 8, atomRank: 1)
!103 = !{!30, !30, i64 0}
!104 = !DILocation(line: 35, column: 40, scope: !92, inlinedAt: !72, atomGroup: 10, atomRank: 2)
!105 = !DILocation(line: 35, column: 14, scope: !92, inlinedAt: !72, atomGroup: 5, atomRank: 2)
!106 = !DILocation(line: 35, column: 19, scope: !92, inlinedAt: !72, atomGroup: 5, atomRank: 1)
!107 = distinct !{!107, !108, !109, !88, !89}
!108 = !DILocation(line: 35, column: 5, scope: !93, inlinedAt: !72)
!109 = !DILocation(line: 37, column: 45, scope: !93, inlinedAt: !72)
!110 = !DILocation(line: 38, column: 5, scope: !64, inlinedAt: !72)
!111 = !DILocation(line: 38, column: 18, scope: !64, inlinedAt: !72, atomGroup: 12, atomRank: 1)
!112 = !DILocation(line: 73, column: 5, scope: !32, atomGroup: 3, atomRank: 1)
!113 = !DILocation(line: 73, column: 5, scope: !32, atomGroup: 4, atomRank: 1)
!114 = !DILocation(line: 43, column: 5, scope: !115, inlinedAt: !129, atomGroup: 2, atomRank: 1)
!115 = distinct !DISubprogram(name: "count", scope: !2, file: !2, line: 42, type: !116, scopeLine: 42, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !12, retainedNodes: !121, keyInstructions: true)
!116 = !DISubroutineType(types: !117)
!117 = !{null, !118, !119}
!118 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !42, size: 64)
!119 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !120, size: 64)
!120 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!121 = !{!122, !123, !124, !126, !127}
!122 = !DILocalVariable(name: "tree", arg: 1, scope: !115, file: !2, line: 42, type: !118)
!123 = !DILocalVariable(name: "word", arg: 2, scope: !115, file: !2, line: 42, type: !119)
!124 = !DILocalVariable(name: "order", scope: !125, file: !2, line: 44, type: !35)
!125 = distinct !DILexicalBlock(scope: !115, file: !2, line: 43, column: 19)
!126 = !DILocalVariable(name: "node", scope: !115, file: !2, line: 51, type: !42)
!127 = !DILocalVariable(name: "i", scope: !128, file: !2, line: 56, type: !15)
!128 = distinct !DILexicalBlock(scope: !115, file: !2, line: 56, column: 5)
!129 = distinct !DILocation(line: 74, column: 9, scope: !130)
!130 = distinct !DILexicalBlock(scope: !32, file: !2, line: 73, column: 29)
!131 = !DILocation(line: 0, scope: !115, inlinedAt: !129)
!132 = !DILocation(line: 43, column: 12, scope: !115, inlinedAt: !129)
!133 = !DILocation(line: 43, column: 5, scope: !115, inlinedAt: !129, atomGroup: 1, atomRank: 1)
!134 = !DILocation(line: 44, column: 44, scope: !125, inlinedAt: !129)
!135 = !DILocalVariable(name: "a", arg: 1, scope: !136, file: !2, line: 23, type: !119)
!136 = distinct !DISubprogram(name: "compare", scope: !2, file: !2, line: 23, type: !137, scopeLine: 23, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !12, retainedNodes: !139, keyInstructions: true)
!137 = !DISubroutineType(types: !138)
!138 = !{!35, !119, !119}
!139 = !{!135, !140}
!140 = !DILocalVariable(name: "b", arg: 2, scope: !136, file: !2, line: 23, type: !119)
!141 = !DILocation(line: 0, scope: !136, inlinedAt: !142)
!142 = distinct !DILocation(line: 44, column: 21, scope: !125, inlinedAt: !129)
!143 = !DILocation(line: 24, column: 15, scope: !136, inlinedAt: !142, atomGroup: 23, atomRank: 1)
!144 = !DILocation(line: 24, column: 24, scope: !136, inlinedAt: !142)
!145 = !DILocation(line: 24, column: 21, scope: !136, inlinedAt: !142)
!146 = !DILocation(line: 24, column: 5, scope: !136, inlinedAt: !142, atomGroup: 2, atomRank: 1)
!147 = !DILocation(line: 25, column: 10, scope: !136, inlinedAt: !142, atomGroup: 3, atomRank: 2)
!148 = !DILocation(line: 25, column: 15, scope: !136, inlinedAt: !142, atomGroup: 4, atomRank: 2)
!149 = !DILocation(line: 24, column: 12, scope: !136, inlinedAt: !142)
!150 = !DILocation(line: 24, column: 12, scope: !136, inlinedAt: !142, atomGroup: 1, atomRank: 2)
!151 = !DILocation(line: 24, column: 15, scope: !136, inlinedAt: !142, atomGroup: 1, atomRank: 1)
!152 = distinct !{!152, !153, !154, !88, !89}
!153 = !DILocation(line: 24, column: 5, scope: !136, inlinedAt: !142)
!154 = !DILocation(line: 25, column: 15, scope: !136, inlinedAt: !142)
!155 = !DILocation(line: 26, column: 12, scope: !136, inlinedAt: !142)
!156 = !DILocation(line: 26, column: 47, scope: !136, inlinedAt: !142)
!157 = !DILocation(line: 26, column: 32, scope: !136, inlinedAt: !142)
!158 = !DILocation(line: 0, scope: !125, inlinedAt: !129)
!159 = !DILocation(line: 45, column: 19, scope: !160, inlinedAt: !129, atomGroup: 4, atomRank: 2)
!160 = distinct !DILexicalBlock(scope: !125, file: !2, line: 45, column: 13)
!161 = !DILocation(line: 45, column: 19, scope: !160, inlinedAt: !129, atomGroup: 4, atomRank: 1)
!162 = !DILocation(line: 46, column: 22, scope: !163, inlinedAt: !129)
!163 = distinct !DILexicalBlock(scope: !160, file: !2, line: 45, column: 25)
!164 = !DILocation(line: 46, column: 27, scope: !163, inlinedAt: !129)
!165 = !{!166, !167, i64 16}
!166 = !{!"node", !59, i64 0, !59, i64 8, !167, i64 16, !30, i64 24}
!167 = !{!"long", !30, i64 0}
!168 = !DILocation(line: 46, column: 27, scope: !163, inlinedAt: !129, atomGroup: 5, atomRank: 2)
!169 = !DILocation(line: 46, column: 27, scope: !163, inlinedAt: !129, atomGroup: 5, atomRank: 1)
!170 = !DILocation(line: 47, column: 13, scope: !163, inlinedAt: !129, atomGroup: 6, atomRank: 1)
!171 = !DILocation(line: 49, column: 22, scope: !125, inlinedAt: !129, atomGroup: 8, atomRank: 2)
!172 = !DILocation(line: 49, column: 16, scope: !125, inlinedAt: !129, atomGroup: 8, atomRank: 1)
!173 = !DILocation(line: 51, column: 25, scope: !115, inlinedAt: !129, atomGroup: 9, atomRank: 2)
!174 = !DILocation(line: 52, column: 10, scope: !175, inlinedAt: !129, atomGroup: 10, atomRank: 2)
!175 = distinct !DILexicalBlock(scope: !115, file: !2, line: 52, column: 9)
!176 = !DILocation(line: 52, column: 9, scope: !175, inlinedAt: !129, atomGroup: 10, atomRank: 1)
!177 = !DILocation(line: 53, column: 9, scope: !175, inlinedAt: !129)
!178 = !DILocation(line: 55, column: 11, scope: !115, inlinedAt: !129)
!179 = !DILocation(line: 54, column: 16, scope: !115, inlinedAt: !129, atomGroup: 11, atomRank: 1)
!180 = !DILocation(line: 55, column: 17, scope: !115, inlinedAt: !129, atomGroup: 13, atomRank: 1)
!181 = !DILocation(line: 0, scope: !128, inlinedAt: !129)
!182 = !DILocation(line: 56, column: 10, scope: !128, inlinedAt: !129)
!183 = !DILocation(line: 56, scope: !128, inlinedAt: !129, atomGroup: 14, atomRank: 1)
!184 = !DILocation(line: 56, column: 43, scope: !185, inlinedAt: !129)
!185 = distinct !DILexicalBlock(scope: !128, file: !2, line: 56, column: 5)
!186 = !DILocation(line: 56, column: 43, scope: !185, inlinedAt: !129, atomGroup: 15, atomRank: 2)
!187 = !DILocation(line: 56, column: 27, scope: !185, inlinedAt: !129)
!188 = !DILocation(line: 56, column: 41, scope: !185, inlinedAt: !129, atomGroup: 15, atomRank: 1)
!189 = !DILocation(line: 56, column: 5, scope: !128, inlinedAt: !129, atomGroup: 16, atomRank: 1)
!190 = !DILocation(line: 56, column: 54, scope: !185, inlinedAt: !129, atomGroup: 18, atomRank: 2)
!191 = !DILocation(line: 56, column: 5, scope: !128, inlinedAt: !129, atomGroup: 17, atomRank: 1)
!192 = distinct !{!192, !193, !194, !88, !89}
!193 = !DILocation(line: 56, column: 5, scope: !128, inlinedAt: !129)
!194 = !DILocation(line: 57, column: 9, scope: !128, inlinedAt: !129)
!195 = !DILocation(line: 58, column: 11, scope: !115, inlinedAt: !129, atomGroup: 20, atomRank: 1)
!196 = !DILocation(line: 59, column: 1, scope: !115, inlinedAt: !129)
!197 = !DILocation(line: 75, column: 15, scope: !130, atomGroup: 5, atomRank: 2)
!198 = distinct !{!198, !62, !199, !88, !89}
!199 = !DILocation(line: 76, column: 5, scope: !32)
!200 = !DILocation(line: 77, column: 11, scope: !32)
!201 = !DILocation(line: 77, column: 5, scope: !32)
!202 = !DILocation(line: 78, column: 5, scope: !32)
!203 = !DILocation(line: 80, column: 1, scope: !32)
!204 = !DILocation(line: 79, column: 5, scope: !32, atomGroup: 7, atomRank: 1)
!205 = distinct !DISubprogram(name: "print", scope: !2, file: !2, line: 61, type: !206, scopeLine: 61, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !12, retainedNodes: !210, keyInstructions: true)
!206 = !DISubroutineType(types: !207)
!207 = !{null, !208}
!208 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !209, size: 64)
!209 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !43)
!210 = !{!211}
!211 = !DILocalVariable(name: "tree", arg: 1, scope: !205, file: !2, line: 61, type: !208)
!212 = !DILocation(line: 0, scope: !205)
!213 = !DILocation(line: 62, column: 10, scope: !214, atomGroup: 1, atomRank: 2)
!214 = distinct !DILexicalBlock(scope: !205, file: !2, line: 62, column: 9)
!215 = !DILocation(line: 62, column: 9, scope: !214, atomGroup: 1, atomRank: 1)
!216 = !DILocation(line: 64, column: 17, scope: !205)
!217 = !{!166, !59, i64 0}
!218 = !DILocation(line: 64, column: 5, scope: !205)
!219 = !DILocation(line: 65, column: 31, scope: !205)
!220 = !DILocation(line: 65, column: 44, scope: !205)
!221 = !DILocation(line: 65, column: 5, scope: !205)
!222 = !DILocation(line: 66, column: 17, scope: !205)
!223 = !{!166, !59, i64 8}
!224 = !DILocation(line: 66, column: 5, scope: !205)
!225 = !DILocation(line: 67, column: 1, scope: !205, atomGroup: 3, atomRank: 1)
!226 = !DISubprogram(name: "printf", scope: !2, file: !2, line: 7, type: !227, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!227 = !DISubroutineType(types: !228)
!228 = !{!35, !119, null}
!229 = !DISubprogram(name: "getchar", scope: !2, file: !2, line: 6, type: !33, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!230 = !DISubprogram(name: "malloc", scope: !2, file: !2, line: 8, type: !231, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!231 = !DISubroutineType(types: !232)
!232 = !{!233, !48}
!233 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
