; An undefined pointer is associated with no address, in any address space.
define noundef i32 @main() {
  %x = load i32, ptr addrspace(1) undef ; UB0203
  ret i32 0
}
