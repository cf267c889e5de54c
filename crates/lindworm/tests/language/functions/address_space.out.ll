; ModuleID = '<stdin>'
source_filename = "<stdin>"
target datalayout = "P1"

define void @f() addrspace(2) {
  ret void
}

define void @g() addrspace(1) {
  call addrspace(2) void @f()
  call addrspace(1) void @g()
  ret void
}

declare void @h() addrspace(0)
