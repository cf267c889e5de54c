; rust_dangling.rs:13: use of a dangling reference to a local variable: load of 4 bytes at offset 0 of `value`, which has 4 bytes
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; rust_dangling::local
; Function Attrs: noinline nounwind nonlazybind uwtable
define internal ptr @_ZN13rust_dangling5local17hc728e7d3f3197612E() unnamed_addr #0 !dbg !7 {
start:
  %value = alloca [4 x i8], align 4
    #dbg_declare(ptr %value, !15, !DIExpression(), !18)
  store i32 7, ptr %value, align 4, !dbg !19
  ret ptr %value, !dbg !20
}

; Function Attrs: nounwind nonlazybind uwtable
define i32 @main() unnamed_addr #1 !dbg !21 {
start:
  %dangling.dbg.spill = alloca [8 x i8], align 8, !dbg !27
; call rust_dangling::local
  %dangling = call ptr @_ZN13rust_dangling5local17hc728e7d3f3197612E() #2, !dbg !27
  store ptr %dangling, ptr %dangling.dbg.spill, align 8, !dbg !27
    #dbg_declare(ptr %dangling.dbg.spill, !25, !DIExpression(), !28)
  %_0 = load i32, ptr %dangling, align 4, !dbg !29
  ret i32 %_0, !dbg !30
}

attributes #0 = { noinline nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { noinline nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.dbg.cu = !{!5}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!5 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !6, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!6 = !DIFile(filename: "rust_dangling.rs/@/rust_dangling.eb0827d37cab116c-cgu.0", directory: ".")
!7 = distinct !DISubprogram(name: "local", linkageName: "_ZN13rust_dangling5local17hc728e7d3f3197612E", scope: !9, file: !8, line: 5, type: !10, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !17, retainedNodes: !14)
!8 = !DIFile(filename: "rust_dangling.rs", directory: ".", checksumkind: CSK_MD5, checksum: "3f37abd02d9bf7e5c49c5b5a561f2ce7")
!9 = !DINamespace(name: "rust_dangling", scope: null)
!10 = !DISubroutineType(types: !11)
!11 = !{!12}
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const i32", baseType: !13, size: 64, align: 64, dwarfAddressSpace: 0)
!13 = !DIBasicType(name: "i32", size: 32, encoding: DW_ATE_signed)
!14 = !{!15}
!15 = !DILocalVariable(name: "value", scope: !16, file: !8, line: 6, type: !13, align: 32)
!16 = distinct !DILexicalBlock(scope: !7, file: !8, line: 6, column: 5)
!17 = !{}
!18 = !DILocation(line: 6, column: 9, scope: !16)
!19 = !DILocation(line: 6, column: 17, scope: !7)
!20 = !DILocation(line: 8, column: 2, scope: !7)
!21 = distinct !DISubprogram(name: "main", scope: !9, file: !8, line: 11, type: !22, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !5, templateParams: !17, retainedNodes: !24)
!22 = !DISubroutineType(types: !23)
!23 = !{!13}
!24 = !{!25}
!25 = !DILocalVariable(name: "dangling", scope: !26, file: !8, line: 12, type: !12, align: 64)
!26 = distinct !DILexicalBlock(scope: !21, file: !8, line: 12, column: 5)
!27 = !DILocation(line: 12, column: 20, scope: !21)
!28 = !DILocation(line: 12, column: 9, scope: !26)
!29 = !DILocation(line: 13, column: 14, scope: !26)
!30 = !DILocation(line: 14, column: 2, scope: !21)
