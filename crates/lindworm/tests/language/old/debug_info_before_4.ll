; Debug information of LLVM 3.7 to 3.9: what describes functions and global variables names them, units list their subprograms, types
; are referred to by identifiers, and expressions have elements of their age.
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@g = global i32 5, align 4

define void @f(i32* %p, i8 %q) {
  call void @llvm.dbg.declare(metadata i32* %p, metadata !21, metadata !22), !dbg !23
  call void @llvm.dbg.value(metadata i8 %q, i64 0, metadata !27, metadata !28), !dbg !23
  ret void, !dbg !23
}
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, i64, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!12, !13}
!0 = !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "clang version 3.7.0", isOptimized: false, runtimeVersion: 0, emissionKind: 1, enums: !2, retainedTypes: !3, subprograms: !5, globals: !9, imports: !2)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{}
!3 = !{!4}
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, line: 1, size: 32, align: 32, elements: !2, identifier: "_ZTS1S")
!5 = !{!6}
!6 = !DISubprogram(name: "f", linkageName: "_Z1f", scope: !1, file: !1, line: 3, type: !7, isLocal: false, isDefinition: true, scopeLine: 3, flags: DIFlagPrototyped, isOptimized: false, function: void (i32*, i8)* @f, variables: !2)
!7 = !DISubroutineType(types: !8)
!8 = !{null, !"_ZTS1S"}
!9 = !{!10, !11}
!10 = !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 2, type: !"_ZTS1S", isLocal: false, isDefinition: true, variable: i32* @g)
!11 = !DIGlobalVariable(name: "h", scope: !0, file: !1, line: 2, type: !14, isLocal: true, isDefinition: true, variable: i32 7)
!12 = !{i32 2, !"Dwarf Version", i32 4}
!13 = !{i32 2, !"Debug Info Version", i32 3}
!14 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed)
!21 = !DILocalVariable(tag: DW_TAG_arg_variable, name: "p", arg: 1, scope: !6, file: !1, line: 3, type: !14)
!22 = !DIExpression(DW_OP_deref)
!23 = !DILocation(line: 3, column: 1, scope: !6)
!27 = !DILocalVariable(tag: DW_TAG_auto_variable, name: "q", scope: !6, file: !1, line: 3, type: !14)
!28 = !DIExpression(DW_OP_plus, 4, DW_OP_bit_piece, 0, 8)
!29 = !DIMacro(macinfo: DW_MACINFO_define, line: 7, name: "foo(x)", value: "1")
!llvm.x = !{!29}
