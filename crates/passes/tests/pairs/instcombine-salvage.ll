; passes: instcombine
define i32 @listed_twice(i32 %x, i32 %y) !dbg !4 {
  %s = sub i32 %x, %y, !dbg !8
    #dbg_value(!DIArgList(i32 %s, i32 %s), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !8)
  ret i32 %x, !dbg !8
}

define i32 @listed_through_others(i32 %x, i32 %y) !dbg !9 {
  %s = sub i32 %x, %y, !dbg !11
  %a = add i32 %s, 1, !dbg !11
  %b = mul i32 %s, 3, !dbg !11
    #dbg_value(!DIArgList(i32 %a, i32 %b), !10, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !11)
  ret i32 %x, !dbg !11
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, retainedNodes: !6)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 1)
!8 = !DILocation(line: 2, scope: !4)
!9 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 1, type: !5, unit: !0, retainedNodes: !6)
!10 = !DILocalVariable(name: "v", scope: !9, file: !1, line: 1)
!11 = !DILocation(line: 2, scope: !9)
