//! Bitcode files: what stands around modules ([Bitcode: wrapper format](https://llvm.org/docs/BitCodeFormat.html#bitcode-wrapper-format)).
//! A file is a stream of identification, module, string table and symbol table blocks, perhaps in a wrapper.
