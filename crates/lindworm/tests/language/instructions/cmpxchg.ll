; Compare and exchange
define void @f(ptr %p, i32 %c, i32 %n, ptr %q) {
  %1 = cmpxchg ptr %p, i32 %c, i32 %n acq_rel monotonic
  %2 = cmpxchg weak volatile ptr %p, i32 %c, i32 %n syncscope("agent") seq_cst acquire, align 8
  %3 = cmpxchg ptr %p, ptr %q, ptr null monotonic seq_cst
  %4 = extractvalue { i32, i1 } %1, 1
  ret void
}
