; Debug records stand between instructions
define void @f(i32 %x, ptr %p) !dbg !4 {
entry:
    #dbg_value(i32 %x, !8, !DIExpression(), !9)
  %a = alloca i32, align 4
    #dbg_declare(ptr %a, !8, !DIExpression(DW_OP_deref), !9)
    #dbg_label(!10, !9)
    #dbg_value(!DIArgList(i32 %x, i32 1), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !9)
    #dbg_value(i32 undef, !8, !DIExpression(), !9)
    #dbg_value(!{}, !8, !DIExpression(), !9)
  store i32 %x, ptr %a, align 4, !dbg !9, !DIAssignID !11
    #dbg_assign(i32 %x, !8, !DIExpression(), !11, ptr %a, !DIExpression(), !9)
    #dbg_declare_value(i32 %x, !8, !DIExpression(), !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f", directory: "d")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !{null})
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 2, type: !7)
!9 = !DILocation(line: 2, column: 3, scope: !4)
!10 = !DILabel(scope: !4, name: "l", file: !1, line: 2)
!11 = distinct !DIAssignID()
