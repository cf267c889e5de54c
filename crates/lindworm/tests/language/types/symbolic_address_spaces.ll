; Address spaces may be given by what the data layout makes them
target datalayout = "A5-G1-P2"
declare void @f(ptr addrspace("A"), ptr addrspace("G"), ptr addrspace("P"))
