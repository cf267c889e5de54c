; What clang -O2 -g makes of:
;   #include <stdio.h>
;   #include <stdlib.h>
;   struct pair { int a; long b; };
;   static inline int square(int x) { int r = x * x; return r; }
;   __attribute__((noinline)) long work(int n, struct pair p, const char *name) {
;     long total = p.b;
;     for (int i = 0; i < n; i++) {
;       int s = square(i + p.a);
;       if (s % 3 == 0) total += s;
;       else total -= i;
;       printf("%s %ld\n", name, total);
;     }
;     return total;
;   }
;   int main(int argc, char **argv) {
;     struct pair p = { argc, 10 };
;     long r = work(argc + 3, p, "abc");
;     printf("%ld\n", r);
;     return 0;
;   }
source_filename = "opt.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [8 x i8] c"%s %ld\0A\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [4 x i8] c"abc\00", align 1, !dbg !7
@.str.2 = private unnamed_addr constant [5 x i8] c"%ld\0A\00", align 1, !dbg !12

; Function Attrs: nofree noinline nounwind uwtable
define dso_local i64 @work(i32 noundef %0, i32 %1, i64 %2, ptr noundef %3) local_unnamed_addr #0 !dbg !31 {
    #dbg_value(i32 %1, !44, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !52)
    #dbg_value(i64 %2, !44, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !52)
    #dbg_value(i32 %0, !43, !DIExpression(), !52)
    #dbg_value(ptr %3, !45, !DIExpression(), !52)
    #dbg_value(i64 %2, !46, !DIExpression(), !52)
    #dbg_value(i32 0, !47, !DIExpression(), !53)
  %5 = icmp sgt i32 %0, 0, !dbg !54
  br i1 %5, label %6, label %9, !dbg !55

6:                                                ; preds = %4
  %7 = sext i32 %1 to i64, !dbg !56
  %8 = zext nneg i32 %0 to i64, !dbg !57
  br label %11, !dbg !56

9:                                                ; preds = %11, %4
  %10 = phi i64 [ %2, %4 ], [ %21, %11 ], !dbg !52
  ret i64 %10, !dbg !58

11:                                               ; preds = %6, %11
  %12 = phi i64 [ 0, %6 ], [ %23, %11 ]
  %13 = phi i64 [ %2, %6 ], [ %21, %11 ]
    #dbg_value(i64 %13, !46, !DIExpression(), !52)
    #dbg_value(i64 %12, !47, !DIExpression(), !53)
  %14 = add nsw i64 %12, %7, !dbg !59
    #dbg_value(i64 %14, !60, !DIExpression(), !66)
  %15 = mul nsw i64 %14, %14, !dbg !68
    #dbg_value(i64 %15, !65, !DIExpression(), !66)
    #dbg_value(i64 %15, !49, !DIExpression(), !69)
  %16 = trunc nsw i64 %15 to i32, !dbg !70
  %17 = urem i32 %16, 3, !dbg !70
  %18 = icmp eq i32 %17, 0, !dbg !72
  %19 = sub nsw i64 0, %12, !dbg !73
  %20 = select i1 %18, i64 %15, i64 %19, !dbg !73
  %21 = add i64 %20, %13, !dbg !73
    #dbg_value(i64 %21, !46, !DIExpression(), !52)
  %22 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, ptr noundef %3, i64 noundef %21), !dbg !74
  %23 = add nuw nsw i64 %12, 1, !dbg !75
    #dbg_value(i64 %23, !47, !DIExpression(), !53)
  %24 = icmp eq i64 %23, %8, !dbg !57
  br i1 %24, label %9, label %11, !dbg !76, !llvm.loop !77
}

; Function Attrs: nofree nounwind
declare !dbg !80 noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #1

; Function Attrs: nofree nounwind uwtable
define dso_local noundef i32 @main(i32 noundef %0, ptr noundef readnone captures(none) %1) local_unnamed_addr #2 !dbg !85 {
    #dbg_value(i32 %0, !91, !DIExpression(), !95)
    #dbg_value(ptr %1, !92, !DIExpression(), !95)
    #dbg_value(i32 %0, !93, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !95)
    #dbg_value(i32 0, !93, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !95)
    #dbg_value(i64 10, !93, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !95)
  %3 = add nsw i32 %0, 3, !dbg !96
  %4 = tail call i64 @work(i32 noundef %3, i32 %0, i64 10, ptr noundef nonnull @.str.1), !dbg !97
    #dbg_value(i64 %4, !94, !DIExpression(), !95)
  %5 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, i64 noundef %4), !dbg !98
  ret i32 0, !dbg !99
}

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }

!llvm.dbg.cu = !{!17}
!llvm.module.flags = !{!19, !20, !21, !22, !23, !24, !25}
!llvm.ident = !{!26}
!llvm.errno.tbaa = !{!27}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 11, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "opt.c", directory: "/source", checksumkind: CSK_MD5, checksum: "461ed38475bca7a3057117210b468eb2")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 64, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 8)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 17, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 4)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(scope: null, file: !2, line: 18, type: !14, isLocal: true, isDefinition: true)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 40, elements: !15)
!15 = !{!16}
!16 = !DISubrange(count: 5)
!17 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !18, splitDebugInlining: false, nameTableKind: None)
!18 = !{!0, !7, !12}
!19 = !{i32 7, !"Dwarf Version", i32 5}
!20 = !{i32 2, !"Debug Info Version", i32 3}
!21 = !{i32 1, !"wchar_size", i32 4}
!22 = !{i32 8, !"PIC Level", i32 2}
!23 = !{i32 7, !"PIE Level", i32 2}
!24 = !{i32 7, !"uwtable", i32 2}
!25 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!26 = !{!"Debian clang version 22.1.8 (3)"}
!27 = !{!28, !28, i64 0}
!28 = !{!"int", !29, i64 0}
!29 = !{!"omnipotent char", !30, i64 0}
!30 = !{!"Simple C/C++ TBAA"}
!31 = distinct !DISubprogram(name: "work", scope: !2, file: !2, line: 5, type: !32, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !17, retainedNodes: !42, keyInstructions: true)
!32 = !DISubroutineType(types: !33)
!33 = !{!34, !35, !36, !40}
!34 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!35 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!36 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !2, line: 3, size: 128, elements: !37)
!37 = !{!38, !39}
!38 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !36, file: !2, line: 3, baseType: !35, size: 32)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !36, file: !2, line: 3, baseType: !34, size: 64, offset: 64)
!40 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !41, size: 64)
!41 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!42 = !{!43, !44, !45, !46, !47, !49}
!43 = !DILocalVariable(name: "n", arg: 1, scope: !31, file: !2, line: 5, type: !35)
!44 = !DILocalVariable(name: "p", arg: 2, scope: !31, file: !2, line: 5, type: !36)
!45 = !DILocalVariable(name: "name", arg: 3, scope: !31, file: !2, line: 5, type: !40)
!46 = !DILocalVariable(name: "total", scope: !31, file: !2, line: 6, type: !34)
!47 = !DILocalVariable(name: "i", scope: !48, file: !2, line: 7, type: !35)
!48 = distinct !DILexicalBlock(scope: !31, file: !2, line: 7, column: 3)
!49 = !DILocalVariable(name: "s", scope: !50, file: !2, line: 8, type: !35)
!50 = distinct !DILexicalBlock(scope: !51, file: !2, line: 7, column: 31)
!51 = distinct !DILexicalBlock(scope: !48, file: !2, line: 7, column: 3)
!52 = !DILocation(line: 0, scope: !31)
!53 = !DILocation(line: 0, scope: !48)
!54 = !DILocation(line: 7, column: 21, scope: !51, atomGroup: 13, atomRank: 1)
!55 = !DILocation(line: 7, column: 3, scope: !48, atomGroup: 14, atomRank: 1)
!56 = !DILocation(line: 7, column: 3, scope: !48)
!57 = !DILocation(line: 7, column: 21, scope: !51, atomGroup: 3, atomRank: 1)
!58 = !DILocation(line: 13, column: 3, scope: !31, atomGroup: 12, atomRank: 1)
!59 = !DILocation(line: 8, column: 22, scope: !50)
!60 = !DILocalVariable(name: "x", arg: 1, scope: !61, file: !2, line: 4, type: !35)
!61 = distinct !DISubprogram(name: "square", scope: !2, file: !2, line: 4, type: !62, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !17, retainedNodes: !64, keyInstructions: true)
!62 = !DISubroutineType(types: !63)
!63 = !{!35, !35}
!64 = !{!60, !65}
!65 = !DILocalVariable(name: "r", scope: !61, file: !2, line: 4, type: !35)
!66 = !DILocation(line: 0, scope: !61, inlinedAt: !67)
!67 = distinct !DILocation(line: 8, column: 13, scope: !50)
!68 = !DILocation(line: 4, column: 45, scope: !61, inlinedAt: !67, atomGroup: 1, atomRank: 2)
!69 = !DILocation(line: 0, scope: !50)
!70 = !DILocation(line: 9, column: 11, scope: !71)
!71 = distinct !DILexicalBlock(scope: !50, file: !2, line: 9, column: 9)
!72 = !DILocation(line: 9, column: 15, scope: !71, atomGroup: 6, atomRank: 2)
!73 = !DILocation(line: 9, column: 15, scope: !71, atomGroup: 6, atomRank: 1)
!74 = !DILocation(line: 11, column: 5, scope: !50)
!75 = !DILocation(line: 7, column: 27, scope: !51, atomGroup: 9, atomRank: 2)
!76 = !DILocation(line: 7, column: 3, scope: !48, atomGroup: 4, atomRank: 1)
!77 = distinct !{!77, !56, !78, !79}
!78 = !DILocation(line: 12, column: 3, scope: !48)
!79 = !{!"llvm.loop.mustprogress"}
!80 = !DISubprogram(name: "printf", scope: !81, file: !81, line: 356, type: !82, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!81 = !DIFile(filename: "/usr/include/stdio.h", directory: "", checksumkind: CSK_MD5, checksum: "b5a90985555f47bfb88eff5a8f0f5b72")
!82 = !DISubroutineType(types: !83)
!83 = !{!35, !84, null}
!84 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !40)
!85 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 15, type: !86, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !17, retainedNodes: !90, keyInstructions: true)
!86 = !DISubroutineType(types: !87)
!87 = !{!35, !35, !88}
!88 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !89, size: 64)
!89 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!90 = !{!91, !92, !93, !94}
!91 = !DILocalVariable(name: "argc", arg: 1, scope: !85, file: !2, line: 15, type: !35)
!92 = !DILocalVariable(name: "argv", arg: 2, scope: !85, file: !2, line: 15, type: !88)
!93 = !DILocalVariable(name: "p", scope: !85, file: !2, line: 16, type: !36)
!94 = !DILocalVariable(name: "r", scope: !85, file: !2, line: 17, type: !34)
!95 = !DILocation(line: 0, scope: !85)
!96 = !DILocation(line: 17, column: 22, scope: !85)
!97 = !DILocation(line: 17, column: 12, scope: !85, atomGroup: 2, atomRank: 2)
!98 = !DILocation(line: 18, column: 3, scope: !85)
!99 = !DILocation(line: 19, column: 3, scope: !85, atomGroup: 4, atomRank: 1)
