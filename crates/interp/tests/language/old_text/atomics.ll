; Atomic operations with one ordering, singlethread, and volatile before load and store, as of LLVM 3.0
@counter = global i32 0, align 4
@lock = linker_private global i32 0, align 4

define i32 @main() {
entry:
  br label %spin

spin:
  %seen = cmpxchg i32* @lock, i32 0, i32 1 seq_cst
  %free = icmp eq i32 %seen, 0
  br i1 %free, label %locked, label %spin

locked:
  %taken = cmpxchg volatile i32* @lock, i32 0, i32 2 singlethread acquire
  %old = atomicrmw add i32* @counter, i32 5 singlethread monotonic
  fence singlethread acq_rel
  %now = load atomic i32* @counter seq_cst, align 4
  volatile store i32 %now, i32* @counter
  %again = volatile load i32* @counter
  store atomic i32 0, i32* @lock release, align 4
  %a = add i32 %taken, %again
  %b = sub i32 %a, 6
  %c = add i32 %b, %old
  ret i32 %c
}
