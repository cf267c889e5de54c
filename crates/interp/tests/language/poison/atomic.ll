; The pointer of an atomic operation must not be poison.
define noundef i32 @main() {
  %x = atomicrmw add ptr poison, i32 1 seq_cst ; UB0202
  ret i32 0
}
