; 4:22: invalid cast opcode for cast from 'ptr' to 'ptr'
; addrspacecast changes the address space
define void @f(ptr %x) {
  %y = addrspacecast ptr %x to ptr
  ret void
}
