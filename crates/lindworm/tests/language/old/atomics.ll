; Atomic operations on typed pointers
define void @f(i32* %p, i32** %q) {
  %1 = cmpxchg i32* %p, i32 0, i32 1 seq_cst seq_cst
  %2 = atomicrmw add i32* %p, i32 1 monotonic
  %3 = cmpxchg i32** %q, i32* %p, i32* null acquire monotonic
  %4 = load atomic i32, i32* %p acquire, align 4
  ret void
}
