; A module summary after the module is read, and does not come out of opt
@g = global i32 0
define void @f() {
  ret void
}
^0 = module: (path: "a.o", hash: (1, 2, 3, 4, 5))
^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 1)))
^2 = gv: (name: "g", summaries: (variable: (module: ^0, flags: (linkage: external), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^3 = flags: 8
^4 = blockcount: 1
