; What is computed of an undefined operand is undefined; what a register is cleared by, is not.
target triple = "x86_64-unknown-linux-gnu"

define noundef i32 @main() {
  %zero = call i32 asm "xor $0, $0", "=r"()
  %sum = call i32 asm "addl $2, $0", "=r,0,r"(i32 %zero, i32 undef)
  %is = icmp eq i32 %sum, 0
  br i1 %is, label %end, label %end ; UB0302
end:
  ret i32 0
}
