; ModuleID = '<stdin>'
source_filename = "<stdin>"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@g = global i32 5, align 4, !dbg !0

define void @f(ptr %p, i8 %q) !dbg !15 {
    #dbg_declare(ptr %p, !18, !DIExpression(), !19)
    #dbg_value(i8 %q, !20, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_LLVM_fragment, 0, 8), !19)
  ret void, !dbg !19
}

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!12, !13}
!llvm.x = !{!14}

!0 = distinct !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = !DIGlobalVariable(name: "g", scope: !2, file: !3, line: 2, type: !6, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !3, producer: "clang version 3.7.0", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !5, globals: !7, imports: !4)
!3 = !DIFile(filename: "a.cpp", directory: "/")
!4 = !{}
!5 = !{!6}
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !3, line: 1, size: 32, align: 32, elements: !4, identifier: "_ZTS1S")
!7 = !{!8, !9}
!8 = distinct !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!9 = distinct !DIGlobalVariableExpression(var: !10, expr: !DIExpression(DW_OP_constu, 7, DW_OP_stack_value))
!10 = !DIGlobalVariable(name: "h", scope: !2, file: !3, line: 2, type: !11, isLocal: true, isDefinition: true)
!11 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed)
!12 = !{i32 2, !"Dwarf Version", i32 4}
!13 = !{i32 2, !"Debug Info Version", i32 3}
!14 = !DIMacro(type: DW_MACINFO_define, line: 7, name: "foo(x)", value: "1")
!15 = distinct !DISubprogram(name: "f", linkageName: "_Z1f", scope: !3, file: !3, line: 3, type: !16, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !4)
!16 = !DISubroutineType(types: !17)
!17 = !{null, !6}
!18 = !DILocalVariable(name: "p", arg: 1, scope: !15, file: !3, line: 3, type: !11)
!19 = !DILocation(line: 3, column: 1, scope: !15)
!20 = !DILocalVariable(name: "q", scope: !15, file: !3, line: 3, type: !11)
