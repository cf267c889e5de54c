; missing_return.cpp:4: `llvm.trap` ends the program: clang has it for `__builtin_trap`, and in C++ where a function that returns a value ends without a `return`
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: mustprogress noinline norecurse optnone uwtable
define dso_local noundef i32 @main() #0 !dbg !10 {
  %1 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  %2 = call noundef i32 @_ZL4signi(i32 noundef 0), !dbg !14
  ret i32 %2, !dbg !15
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define internal noundef i32 @_ZL4signi(i32 noundef %0) #1 !dbg !16 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !20, !DIExpression(), !21)
  %4 = load i32, ptr %3, align 4, !dbg !22
  %5 = icmp sgt i32 %4, 0, !dbg !24
  br i1 %5, label %6, label %7, !dbg !24

6:                                                ; preds = %1
  store i32 1, ptr %2, align 4, !dbg !25
  br label %12, !dbg !25

7:                                                ; preds = %1
  %8 = load i32, ptr %3, align 4, !dbg !26
  %9 = icmp slt i32 %8, 0, !dbg !28
  br i1 %9, label %10, label %11, !dbg !28

10:                                               ; preds = %7
  store i32 -1, ptr %2, align 4, !dbg !29
  br label %12, !dbg !29

11:                                               ; preds = %7
  call void @llvm.trap(), !dbg !30
  unreachable, !dbg !30

12:                                               ; preds = %10, %6
  %13 = load i32, ptr %2, align 4, !dbg !31
  ret i32 %13, !dbg !31
}

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #2

attributes #0 = { mustprogress noinline norecurse optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { cold noreturn nounwind memory(inaccessiblemem: write) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 22.1.8 (3)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "missing_return.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "3d0566dad0e2820b0fa85e3e69d2d437")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 22.1.8 (3)"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 7, type: !11, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DILocation(line: 7, column: 21, scope: !10)
!15 = !DILocation(line: 7, column: 14, scope: !10)
!16 = distinct !DISubprogram(name: "sign", linkageName: "_ZL4signi", scope: !1, file: !1, line: 2, type: !17, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !19)
!17 = !DISubroutineType(types: !18)
!18 = !{!13, !13}
!19 = !{}
!20 = !DILocalVariable(name: "x", arg: 1, scope: !16, file: !1, line: 2, type: !13)
!21 = !DILocation(line: 2, column: 21, scope: !16)
!22 = !DILocation(line: 3, column: 9, scope: !23)
!23 = distinct !DILexicalBlock(scope: !16, file: !1, line: 3, column: 9)
!24 = !DILocation(line: 3, column: 11, scope: !23)
!25 = !DILocation(line: 3, column: 16, scope: !23)
!26 = !DILocation(line: 4, column: 9, scope: !27)
!27 = distinct !DILexicalBlock(scope: !16, file: !1, line: 4, column: 9)
!28 = !DILocation(line: 4, column: 11, scope: !27)
!29 = !DILocation(line: 4, column: 16, scope: !27)
!30 = !DILocation(line: 4, column: 13, scope: !27)
!31 = !DILocation(line: 5, column: 1, scope: !16)
