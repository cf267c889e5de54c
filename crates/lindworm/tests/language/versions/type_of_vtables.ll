; an entry of the summary that LLVM 22 reads only as part of a summary
@x = global i32 0

^0 = module: (path: "m", hash: (0, 0, 0, 0, 0))
^1 = typeidCompatibleVTable: (name: "_ZTS1A", summary: ((offset: 16, ^0)))
