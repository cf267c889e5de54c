; The pointer of a load must not be poison, whatever its address space is.
define noundef i32 @main() {
  %x = load i32, ptr addrspace(1) poison ; UB0202
  ret i32 0
}
