; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!DIExpression(), !DIExpression(DW_OP_deref), !DIExpression(DW_OP_plus_uconst, 3), !DIExpression(DW_OP_constu, 3, DW_OP_plus, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 32), !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_minus), !DIExpression(DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_LLVM_tag_offset, 1), !DIExpression(DW_OP_plus_uconst, 8)}
