; Where both locations of the target are accessed in the same way, LLVM 23 writes one word for them.
declare void @same() memory(target_mem0: read, target_mem1: read)
declare void @other() memory(target_mem0: read)
declare void @none() memory(readwrite, target_mem0: none, target_mem1: none)
