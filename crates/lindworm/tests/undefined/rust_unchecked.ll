; rust_unchecked.rs:11: integer overflow in an unchecked operation: 2147483647 + 1 does not fit in i32
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@alloc_cc910bcc4a7711a7a8c399ffd4d60cef = private unnamed_addr constant [18 x i8] c"rust_unchecked.rs\00", align 1
@alloc_fd8ea0194a4e8788a756479ffd7ac8f5 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_cc910bcc4a7711a7a8c399ffd4d60cef, [16 x i8] c"\11\00\00\00\00\00\00\00\06\00\00\00\10\00\00\00" }>, align 8

; rust_unchecked::next
; Function Attrs: noinline nounwind nonlazybind uwtable
define internal i32 @_ZN14rust_unchecked4next17h556509293fbf8ccbE(i32 %n) unnamed_addr #0 !dbg !7 {
start:
  %rhs.dbg.spill.i = alloca [4 x i8], align 4
  %self.dbg.spill.i = alloca [4 x i8], align 4
  %n.dbg.spill = alloca [4 x i8], align 4
  store i32 %n, ptr %n.dbg.spill, align 4
    #dbg_declare(ptr %n.dbg.spill, !14, !DIExpression(), !16)
  store i32 %n, ptr %self.dbg.spill.i, align 4
    #dbg_declare(ptr %self.dbg.spill.i, !17, !DIExpression(), !60)
  store i32 1, ptr %rhs.dbg.spill.i, align 4
    #dbg_declare(ptr %rhs.dbg.spill.i, !59, !DIExpression(), !62)
  %_0.i = add nsw i32 %n, 1, !dbg !63
  ret i32 %_0.i, !dbg !64
}

; Function Attrs: nounwind nonlazybind uwtable
define i32 @main() unnamed_addr #1 !dbg !65 {
start:
  %_0 = alloca [4 x i8], align 4
; call rust_unchecked::next
  %_2 = call i32 @_ZN14rust_unchecked4next17h556509293fbf8ccbE(i32 2147483647) #2, !dbg !68
  %_1 = icmp sgt i32 %_2, 0, !dbg !68
  br i1 %_1, label %bb2, label %bb3, !dbg !68

bb3:                                              ; preds = %start
  store i32 0, ptr %_0, align 4, !dbg !69
  br label %bb4, !dbg !70

bb2:                                              ; preds = %start
  store i32 1, ptr %_0, align 4, !dbg !71
  br label %bb4, !dbg !70

bb4:                                              ; preds = %bb2, %bb3
  %0 = load i32, ptr %_0, align 4, !dbg !72
  ret i32 %0, !dbg !72
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
!6 = !DIFile(filename: "rust_unchecked.rs/@/rust_unchecked.dfad3dedd25dd446-cgu.0", directory: ".")
!7 = distinct !DISubprogram(name: "next", linkageName: "_ZN14rust_unchecked4next17h556509293fbf8ccbE", scope: !9, file: !8, line: 5, type: !10, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !15, retainedNodes: !13)
!8 = !DIFile(filename: "rust_unchecked.rs", directory: ".", checksumkind: CSK_MD5, checksum: "d7fc6460585761f32d101bfd121fdb9d")
!9 = !DINamespace(name: "rust_unchecked", scope: null)
!10 = !DISubroutineType(types: !11)
!11 = !{!12, !12}
!12 = !DIBasicType(name: "i32", size: 32, encoding: DW_ATE_signed)
!13 = !{!14}
!14 = !DILocalVariable(name: "n", arg: 1, scope: !7, file: !8, line: 5, type: !12)
!15 = !{}
!16 = !DILocation(line: 5, column: 9, scope: !7)
!17 = !DILocalVariable(name: "self", arg: 1, scope: !18, file: !19, line: 583, type: !12)
!18 = distinct !DISubprogram(name: "unchecked_add", linkageName: "_RNvMs0_NtCsgEmfK2I1SDS_4core3numl13unchecked_add", scope: !20, file: !19, line: 583, type: !23, scopeLine: 583, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !15, retainedNodes: !58)
!19 = !DIFile(filename: "library/core/src/num/int_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "25372f0d2fb76edc2f95599cb5b8df1b")
!20 = !DINamespace(name: "{impl#2}", scope: !21)
!21 = !DINamespace(name: "num", scope: !22)
!22 = !DINamespace(name: "core", scope: null)
!23 = !DISubroutineType(types: !24)
!24 = !{!12, !12, !12, !25}
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::panic::location::Location", baseType: !26, size: 64, align: 64, dwarfAddressSpace: 0)
!26 = !DICompositeType(tag: DW_TAG_structure_type, name: "Location", scope: !28, file: !27, size: 192, align: 64, flags: DIFlagPublic, elements: !30, templateParams: !15, identifier: "c23b7de1297af8f4a89df3da49f37ee6")
!27 = !DIFile(filename: "<unknown>", directory: "")
!28 = !DINamespace(name: "location", scope: !29)
!29 = !DINamespace(name: "panic", scope: !22)
!30 = !{!31, !46, !48, !49}
!31 = !DIDerivedType(tag: DW_TAG_member, name: "filename", scope: !26, file: !27, baseType: !32, size: 128, align: 64, flags: DIFlagPrivate)
!32 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<str>", scope: !33, file: !27, size: 128, align: 64, flags: DIFlagPublic, elements: !35, templateParams: !44, identifier: "cc7383b2ce73f6838bfb6ae828fb6ae6")
!33 = !DINamespace(name: "non_null", scope: !34)
!34 = !DINamespace(name: "ptr", scope: !22)
!35 = !{!36}
!36 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !32, file: !27, baseType: !37, size: 128, align: 64, flags: DIFlagPrivate)
!37 = !DICompositeType(tag: DW_TAG_structure_type, name: "*const str", file: !27, size: 128, align: 64, elements: !38, templateParams: !15, identifier: "238a44609877474087c05adf26cd41fa")
!38 = !{!39, !42}
!39 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !37, file: !27, baseType: !40, size: 64, align: 64)
!40 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !41, size: 64, align: 64, dwarfAddressSpace: 0)
!41 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !37, file: !27, baseType: !43, size: 64, align: 64, offset: 64)
!43 = !DIBasicType(name: "usize", size: 64, encoding: DW_ATE_unsigned)
!44 = !{!45}
!45 = !DITemplateTypeParameter(name: "T", type: !41)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "line", scope: !26, file: !27, baseType: !47, size: 32, align: 32, offset: 128, flags: DIFlagPrivate)
!47 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "col", scope: !26, file: !27, baseType: !47, size: 32, align: 32, offset: 160, flags: DIFlagPrivate)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "_filename", scope: !26, file: !27, baseType: !50, align: 8, offset: 192, flags: DIFlagPrivate)
!50 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&str>", scope: !51, file: !27, align: 8, flags: DIFlagPublic, elements: !15, templateParams: !52, identifier: "e16ac355808b6aef9fb50b5f125fee05")
!51 = !DINamespace(name: "marker", scope: !22)
!52 = !{!53}
!53 = !DITemplateTypeParameter(name: "T", type: !54)
!54 = !DICompositeType(tag: DW_TAG_structure_type, name: "&str", file: !27, size: 128, align: 64, elements: !55, templateParams: !15, identifier: "9277eecd40495f85161460476aacc992")
!55 = !{!56, !57}
!56 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !54, file: !27, baseType: !40, size: 64, align: 64)
!57 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !54, file: !27, baseType: !43, size: 64, align: 64, offset: 64)
!58 = !{!17, !59}
!59 = !DILocalVariable(name: "rhs", arg: 2, scope: !18, file: !19, line: 583, type: !12)
!60 = !DILocation(line: 583, column: 43, scope: !18, inlinedAt: !61)
!61 = distinct !DILocation(line: 6, column: 16, scope: !7)
!62 = !DILocation(line: 583, column: 49, scope: !18, inlinedAt: !61)
!63 = !DILocation(line: 595, column: 17, scope: !18, inlinedAt: !61)
!64 = !DILocation(line: 7, column: 2, scope: !7)
!65 = distinct !DISubprogram(name: "main", scope: !9, file: !8, line: 10, type: !66, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !5, templateParams: !15)
!66 = !DISubroutineType(types: !67)
!67 = !{!12}
!68 = !DILocation(line: 11, column: 8, scope: !65)
!69 = !DILocation(line: 11, column: 40, scope: !65)
!70 = !DILocation(line: 11, column: 5, scope: !65)
!71 = !DILocation(line: 11, column: 29, scope: !65)
!72 = !DILocation(line: 12, column: 2, scope: !65)
