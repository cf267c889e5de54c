; Expressions, by names of operations
!named = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !DIExpression()
!1 = !DIExpression(DW_OP_deref)
!2 = !DIExpression(DW_OP_plus_uconst, 3)
!3 = !DIExpression(DW_OP_constu, 3, DW_OP_plus, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 32)
!4 = !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_minus)
!5 = !DIExpression(DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_LLVM_tag_offset, 1)
!6 = !DIExpression(35, 8)
