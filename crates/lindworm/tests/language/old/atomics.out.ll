; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(ptr %p, ptr %q) {
  %1 = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst, align 4
  %2 = atomicrmw add ptr %p, i32 1 monotonic, align 4
  %3 = cmpxchg ptr %q, ptr %p, ptr null acquire monotonic, align 8
  %4 = load atomic i32, ptr %p acquire, align 4
  ret void
}
