; ModuleID = '<stdin>'
source_filename = "<stdin>"
target datalayout = "A5-G1-P2"

declare void @f(ptr addrspace(5), ptr addrspace(1), ptr addrspace(2)) addrspace(2)
