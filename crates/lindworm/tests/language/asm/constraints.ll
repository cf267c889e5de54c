; Outputs, early clobbers, ties, indirect operands, clobbers
define void @f(ptr %p, i32 %x) {
  %1 = call { i32, i32 } asm "a $0 $1 $2", "=&r,=r,0,~{memory},~{cc}"(i32 %x)
  call void asm "b $0", "=*m"(ptr elementtype(i32) %p)
  call void asm "c $0", "*m"(ptr elementtype(i32) %p)
  %2 = call i32 asm "d", "={eax},{ebx}"(i32 %x)
  call void asm "quote \22 line\0A tab\09", "r|m,i"(i32 %x, i32 1)
  ret void
}
