; What clang -O0 -g makes of:
;   #include <stdio.h>
;   struct point { int x; int y; const char *name; };
;   enum color { RED, GREEN = 5 };
;   static int sum(struct point *p, int n) {
;     int total = 0;
;     for (int i = 0; i < n; i++) {
;       total += p[i].x * p[i].y;
;     }
;     return total;
;   }
;   int main(int argc, char **argv) {
;     struct point points[2] = {{2, 3, "first"}, {4, 5, "second"}};
;     enum color c = GREEN;
;     int r = sum(points, 2);
;     printf("%d %d\n", r, c);
;     return 0;
;   }
source_filename = "dbg.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.point = type { i32, i32, ptr }

@.str = private unnamed_addr constant [6 x i8] c"first\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [7 x i8] c"second\00", align 1, !dbg !7
@__const.main.points = private unnamed_addr constant [2 x %struct.point] [%struct.point { i32 2, i32 3, ptr @.str }, %struct.point { i32 4, i32 5, ptr @.str.1 }], align 16
@.str.2 = private unnamed_addr constant [7 x i8] c"%d %d\0A\00", align 1, !dbg !12

define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 !dbg !30 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca [2 x %struct.point], align 16
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
    #dbg_declare(ptr %4, !37, !DIExpression(), !38)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !39, !DIExpression(), !40)
    #dbg_declare(ptr %6, !41, !DIExpression(), !52)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %6, ptr align 16 @__const.main.points, i64 32, i1 false), !dbg !52
    #dbg_declare(ptr %7, !53, !DIExpression(), !54)
  store i32 5, ptr %7, align 4, !dbg !54
    #dbg_declare(ptr %8, !55, !DIExpression(), !56)
  %9 = getelementptr inbounds [2 x %struct.point], ptr %6, i64 0, i64 0, !dbg !57
  %10 = call i32 @sum(ptr noundef %9, i32 noundef 2), !dbg !58
  store i32 %10, ptr %8, align 4, !dbg !56
  %11 = load i32, ptr %8, align 4, !dbg !59
  %12 = load i32, ptr %7, align 4, !dbg !60
  %13 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, i32 noundef %11, i32 noundef %12), !dbg !61
  ret i32 0, !dbg !62
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

define internal i32 @sum(ptr noundef %0, i32 noundef %1) #0 !dbg !63 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !67, !DIExpression(), !68)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !69, !DIExpression(), !70)
    #dbg_declare(ptr %5, !71, !DIExpression(), !72)
  store i32 0, ptr %5, align 4, !dbg !72
    #dbg_declare(ptr %6, !73, !DIExpression(), !75)
  store i32 0, ptr %6, align 4, !dbg !75
  br label %7, !dbg !76

7:                                                ; preds = %27, %2
  %8 = load i32, ptr %6, align 4, !dbg !77
  %9 = load i32, ptr %4, align 4, !dbg !79
  %10 = icmp slt i32 %8, %9, !dbg !80
  br i1 %10, label %11, label %30, !dbg !81

11:                                               ; preds = %7
  %12 = load ptr, ptr %3, align 8, !dbg !82
  %13 = load i32, ptr %6, align 4, !dbg !84
  %14 = sext i32 %13 to i64, !dbg !82
  %15 = getelementptr inbounds %struct.point, ptr %12, i64 %14, !dbg !82
  %16 = getelementptr inbounds nuw %struct.point, ptr %15, i32 0, i32 0, !dbg !85
  %17 = load i32, ptr %16, align 8, !dbg !85
  %18 = load ptr, ptr %3, align 8, !dbg !86
  %19 = load i32, ptr %6, align 4, !dbg !87
  %20 = sext i32 %19 to i64, !dbg !86
  %21 = getelementptr inbounds %struct.point, ptr %18, i64 %20, !dbg !86
  %22 = getelementptr inbounds nuw %struct.point, ptr %21, i32 0, i32 1, !dbg !88
  %23 = load i32, ptr %22, align 4, !dbg !88
  %24 = mul nsw i32 %17, %23, !dbg !89
  %25 = load i32, ptr %5, align 4, !dbg !90
  %26 = add nsw i32 %25, %24, !dbg !90
  store i32 %26, ptr %5, align 4, !dbg !90
  br label %27, !dbg !91

27:                                               ; preds = %11
  %28 = load i32, ptr %6, align 4, !dbg !92
  %29 = add nsw i32 %28, 1, !dbg !92
  store i32 %29, ptr %6, align 4, !dbg !92
  br label %7, !dbg !93, !llvm.loop !94

30:                                               ; preds = %7
  %31 = load i32, ptr %5, align 4, !dbg !97
  ret i32 %31, !dbg !98
}

declare i32 @printf(ptr noundef, ...) #2

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }

!llvm.dbg.cu = !{!14}
!llvm.module.flags = !{!22, !23, !24, !25, !26, !27, !28}
!llvm.ident = !{!29}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 12, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "dbg.c", directory: "/source", checksumkind: CSK_MD5, checksum: "ec085ef592832da2d4b1c282cda3ca3a")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 48, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 6)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 12, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 56, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 7)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(scope: null, file: !2, line: 15, type: !9, isLocal: true, isDefinition: true)
!14 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !15, globals: !21, splitDebugInlining: false, nameTableKind: None)
!15 = !{!16}
!16 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", file: !2, line: 3, baseType: !17, size: 32, elements: !18)
!17 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!18 = !{!19, !20}
!19 = !DIEnumerator(name: "RED", value: 0)
!20 = !DIEnumerator(name: "GREEN", value: 5)
!21 = !{!0, !7, !12}
!22 = !{i32 7, !"Dwarf Version", i32 5}
!23 = !{i32 2, !"Debug Info Version", i32 3}
!24 = !{i32 1, !"wchar_size", i32 4}
!25 = !{i32 8, !"PIC Level", i32 2}
!26 = !{i32 7, !"PIE Level", i32 2}
!27 = !{i32 7, !"uwtable", i32 2}
!28 = !{i32 7, !"frame-pointer", i32 2}
!29 = !{!"clang"}
!30 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 11, type: !31, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !14, retainedNodes: !36)
!31 = !DISubroutineType(types: !32)
!32 = !{!33, !33, !34}
!33 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !35, size: 64)
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!36 = !{}
!37 = !DILocalVariable(name: "argc", arg: 1, scope: !30, file: !2, line: 11, type: !33)
!38 = !DILocation(line: 11, column: 14, scope: !30)
!39 = !DILocalVariable(name: "argv", arg: 2, scope: !30, file: !2, line: 11, type: !34)
!40 = !DILocation(line: 11, column: 27, scope: !30)
!41 = !DILocalVariable(name: "points", scope: !30, file: !2, line: 12, type: !42)
!42 = !DICompositeType(tag: DW_TAG_array_type, baseType: !43, size: 256, elements: !50)
!43 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "point", file: !2, line: 2, size: 128, elements: !44)
!44 = !{!45, !46, !47}
!45 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !43, file: !2, line: 2, baseType: !33, size: 32)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !43, file: !2, line: 2, baseType: !33, size: 32, offset: 32)
!47 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !43, file: !2, line: 2, baseType: !48, size: 64, offset: 64)
!48 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !49, size: 64)
!49 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!50 = !{!51}
!51 = !DISubrange(count: 2)
!52 = !DILocation(line: 12, column: 16, scope: !30)
!53 = !DILocalVariable(name: "c", scope: !30, file: !2, line: 13, type: !16)
!54 = !DILocation(line: 13, column: 14, scope: !30)
!55 = !DILocalVariable(name: "r", scope: !30, file: !2, line: 14, type: !33)
!56 = !DILocation(line: 14, column: 7, scope: !30)
!57 = !DILocation(line: 14, column: 15, scope: !30)
!58 = !DILocation(line: 14, column: 11, scope: !30)
!59 = !DILocation(line: 15, column: 21, scope: !30)
!60 = !DILocation(line: 15, column: 24, scope: !30)
!61 = !DILocation(line: 15, column: 3, scope: !30)
!62 = !DILocation(line: 16, column: 3, scope: !30)
!63 = distinct !DISubprogram(name: "sum", scope: !2, file: !2, line: 4, type: !64, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !14, retainedNodes: !36)
!64 = !DISubroutineType(types: !65)
!65 = !{!33, !66, !33}
!66 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !43, size: 64)
!67 = !DILocalVariable(name: "p", arg: 1, scope: !63, file: !2, line: 4, type: !66)
!68 = !DILocation(line: 4, column: 30, scope: !63)
!69 = !DILocalVariable(name: "n", arg: 2, scope: !63, file: !2, line: 4, type: !33)
!70 = !DILocation(line: 4, column: 37, scope: !63)
!71 = !DILocalVariable(name: "total", scope: !63, file: !2, line: 5, type: !33)
!72 = !DILocation(line: 5, column: 7, scope: !63)
!73 = !DILocalVariable(name: "i", scope: !74, file: !2, line: 6, type: !33)
!74 = distinct !DILexicalBlock(scope: !63, file: !2, line: 6, column: 3)
!75 = !DILocation(line: 6, column: 12, scope: !74)
!76 = !DILocation(line: 6, column: 8, scope: !74)
!77 = !DILocation(line: 6, column: 19, scope: !78)
!78 = distinct !DILexicalBlock(scope: !74, file: !2, line: 6, column: 3)
!79 = !DILocation(line: 6, column: 23, scope: !78)
!80 = !DILocation(line: 6, column: 21, scope: !78)
!81 = !DILocation(line: 6, column: 3, scope: !74)
!82 = !DILocation(line: 7, column: 14, scope: !83)
!83 = distinct !DILexicalBlock(scope: !78, file: !2, line: 6, column: 31)
!84 = !DILocation(line: 7, column: 16, scope: !83)
!85 = !DILocation(line: 7, column: 19, scope: !83)
!86 = !DILocation(line: 7, column: 23, scope: !83)
!87 = !DILocation(line: 7, column: 25, scope: !83)
!88 = !DILocation(line: 7, column: 28, scope: !83)
!89 = !DILocation(line: 7, column: 21, scope: !83)
!90 = !DILocation(line: 7, column: 11, scope: !83)
!91 = !DILocation(line: 8, column: 3, scope: !83)
!92 = !DILocation(line: 6, column: 27, scope: !78)
!93 = !DILocation(line: 6, column: 3, scope: !78)
!94 = distinct !{!94, !81, !95, !96}
!95 = !DILocation(line: 8, column: 3, scope: !74)
!96 = !{!"llvm.loop.mustprogress"}
!97 = !DILocation(line: 9, column: 10, scope: !63)
!98 = !DILocation(line: 9, column: 3, scope: !63)
