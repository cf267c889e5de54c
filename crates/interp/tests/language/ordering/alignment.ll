; The place of an atomic operation has the alignment that it states; of `cmpxchg` and `atomicrmw`, the size of the value.
define noundef i32 @main() {
  %x = alloca [2 x i64], align 8
  %p = getelementptr i8, ptr %x, i64 4
  %old = atomicrmw add ptr %p, i64 1 seq_cst ; UB0208
  ret i32 0
}
