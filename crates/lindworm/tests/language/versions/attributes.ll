; An attribute that LLVM 23 has a keyword for is a string in the text of LLVM 22.
declare void @g(ptr dead_on_return)
define void @f(ptr %p) nooutline {
  call void @g(ptr dead_on_return %p)
  ret void
}
