; LLVM 23 knows AMD's GPUs by another name, too.
target triple = "amdgpu9.00-amd-amdhsa"
