; Pointers to two objects have separate storage.
declare void @llvm.assume(i1)

define noundef i32 @main() {
  %x = alloca i32
  %y = alloca i32
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %x, ptr %y)]
  ret i32 0
}
