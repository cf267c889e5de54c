; Module-level assembler that defines and uses symbols, with code and data, next to functions that do.
module asm ".text"
module asm ".globl from_assembler"
module asm ".type from_assembler, @function"
module asm "from_assembler:"
module asm "  lea 2(%rdi), %edi"
module asm "  jmp of_module"
module asm ".section .data.of_assembler,\22aw\22"
module asm "number: .long 40"
module asm ".globl table"
module asm "table: .quad number, hidden_of_module"
@table = external global [2 x ptr]
@format = private constant [10 x i8] c"%d %d %d\0A\00"
declare i32 @printf(ptr, ...)
declare i32 @from_assembler(i32)
define internal i32 @of_module(i32 %x) {
  %y = mul i32 %x, 10
  ret i32 %y
}
define hidden i32 @hidden_of_module(i32 %x) {
  %y = call i32 @of_module(i32 %x)
  %z = sub i32 %y, 1
  ret i32 %z
}
define i32 @main() {
  %a = call i32 @from_assembler(i32 5)
  %p = load ptr, ptr @table
  %b = load i32, ptr %p
  %q = load ptr, ptr getelementptr ([2 x ptr], ptr @table, i64 0, i64 1)
  %c = call i32 %q(i32 7)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a, i32 %b, i32 %c)
  ret i32 0
}
@llvm.used = appending global [1 x ptr] [ptr @of_module], section "llvm.metadata"
