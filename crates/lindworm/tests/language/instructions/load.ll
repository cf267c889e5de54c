; Loads, volatile, atomic, with default alignment
define void @f(ptr %p, ptr addrspace(2) %q) {
  %1 = load i32, ptr %p
  %2 = load volatile i8, ptr %p, align 16
  %3 = load atomic i32, ptr %p unordered, align 4
  %4 = load atomic volatile i64, ptr %p syncscope("agent") acquire, align 8
  %5 = load <4 x half>, ptr addrspace(2) %q
  %6 = load i24, ptr %p
  %7 = load atomic float, ptr %p seq_cst, align 4
  %8 = load { i8, i32 }, ptr %p
  ret void
}
