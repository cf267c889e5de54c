; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(i32 %x, ptr %p) !dbg !3 {
entry:
    #dbg_value(i32 %x, !6, !DIExpression(), !8)
  %a = alloca i32, align 4
    #dbg_declare(ptr %a, !6, !DIExpression(DW_OP_deref), !8)
    #dbg_label(!9, !8)
    #dbg_value(!DIArgList(i32 %x, i32 1), !6, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !8)
    #dbg_value(i32 undef, !6, !DIExpression(), !8)
    #dbg_value(!10, !6, !DIExpression(), !8)
  store i32 %x, ptr %a, align 4, !dbg !8, !DIAssignID !11
    #dbg_assign(i32 %x, !6, !DIExpression(), !11, ptr %a, !DIExpression(), !8)
    #dbg_declare_value(i32 %x, !6, !DIExpression(), !8)
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f", directory: "d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 2, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 2, column: 3, scope: !3)
!9 = !DILabel(scope: !3, name: "l", file: !1, line: 2)
!10 = !{}
!11 = distinct !DIAssignID()
