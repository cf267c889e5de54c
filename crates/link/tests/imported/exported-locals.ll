;--- index
^0 = module: (path: "a.ll", hash: (1, 2, 3, 4, 5))
^1 = module: (path: "b.ll", hash: (1, 2, 3, 4, 5))
^2 = gv: (guid: 1496166654860973002, summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1))))
^3 = gv: (guid: 2412314959268824392, summaries: (variable: (module: ^0, flags: (linkage: appending, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 0, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 0), refs: (^12))))
^4 = gv: (guid: 11353853776616681442, summaries: (function: (module: ^0, flags: (linkage: linkonce_odr, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 1)))
^5 = gv: (guid: 11355429316278148186, summaries: (function: (module: ^1, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 1)))
^6 = gv: (guid: 12859985728976346645, summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^7 = gv: (guid: 13418121737977580670, summaries: (function: (module: ^0, flags: (linkage: weak, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 1)))
^8 = gv: (guid: 13598193224579702649, summaries: (function: (module: ^0, flags: (linkage: available_externally, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 1)))
^9 = gv: (guid: 14740650423002898831, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 8, calls: ((callee: ^12), (callee: ^4), (callee: ^8)), refs: (readonly ^6, readonly ^2, readonly ^10))))
^10 = gv: (guid: 14893914852027345393, summaries: (variable: (module: ^0, flags: (linkage: weak_odr, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 1, constant: 0))))
^11 = gv: (guid: 15822663052811949562, summaries: (function: (module: ^1, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 3, calls: ((callee: ^9), (callee: ^5)))))
^12 = gv: (guid: 18274484739633882121, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 1)))
^13 = blockcount: 0
;--- a.ll
source_filename = "a.c"

$s = comdat any

@s = internal global i32 1, comdat
@c = private unnamed_addr constant i32 2
@w = weak_odr global i32 3
@e = extern_weak global i32
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @helper, ptr null }]

define internal i32 @helper() comdat($s) {
  ret i32 1
}

define linkonce_odr i32 @once() {
  ret i32 2
}

define available_externally i32 @other() {
  ret i32 3
}

define i32 @f() !dbg !5 {
  %a = call i32 @helper()
  %b = call i32 @once()
  %c = call i32 @other()
  %d = load i32, ptr @s
  %e = load i32, ptr @c
  %g = load i32, ptr @w
  %h = load i32, ptr @e
  ret i32 %a
}

define weak i32 @weak() {
  ret i32 4
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug, retainedTypes: !2, globals: !{})
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{!3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{null})
;--- linked
$s.llvm.4294967298 = comdat any

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @helper.llvm.4294967298, ptr null }]
@s.llvm.4294967298 = hidden global i32 1, comdat
@c.llvm.4294967298 = hidden unnamed_addr constant i32 2
@w = weak_odr global i32 3
@e = extern_weak global i32

define hidden i32 @helper.llvm.4294967298() comdat($s.llvm.4294967298) {
  ret i32 1
}

define i32 @f() !dbg !6 {
  %a = call i32 @helper.llvm.4294967298()
  %b = call i32 @once()
  %c = call i32 @other()
  %d = load i32, ptr @s.llvm.4294967298, align 4
  %e = load i32, ptr @c.llvm.4294967298, align 4
  %g = load i32, ptr @w, align 4
  %h = load i32, ptr @e, align 4
  ret i32 %a
}

define linkonce_odr i32 @once() {
  ret i32 2
}

define available_externally i32 @other() {
  ret i32 3
}

define weak i32 @weak() {
  ret i32 4
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, globals: !4)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{!3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !{}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !7, spFlags: DISPFlagDefinition, unit: !0)
!7 = !DISubroutineType(types: !8)
!8 = !{null}
