; A function may stand in an address space of its own
target datalayout = "P1"
define void @f() addrspace(2) {
  ret void
}
define void @g() {
  call addrspace(2) void @f()
  call void @g()
  ret void
}
declare void @h() addrspace(0)
