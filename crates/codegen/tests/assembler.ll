@format = constant [27 x i8] c"%d %d %d %d %d %d %d %d %d\00"
@memory = global i32 0
declare i32 @puts(ptr)
declare i32 @printf(ptr, ...)
define i64 @callee(i64 %x) {
  %y = mul i64 %x, 3
  ret i64 %y
}
define i32 @main() {
  %kept = load volatile i32, ptr @memory
  %tied = call i32 asm "addl $2, $0", "=r,0,r,~{dirflag},~{fpsr},~{flags}"(i32 40, i32 2)
  %wide = call { i32, i32 } asm "mull $2", "={ax},={dx},r,0,~{cc}"(i32 -1, i32 16)
  %low = extractvalue { i32, i32 } %wide, 0
  %high = extractvalue { i32, i32 } %wide, 1
  call void asm sideeffect "movl $$7, $0", "=*m,~{memory}"(ptr elementtype(i32) @memory)
  %stored = load i32, ptr @memory
  %equal = call i32 asm "cmpl $2, $1", "={@ccz},r,r"(i32 5, i32 5)
  %immediate = call i32 asm "movl $1, $0", "=r,i"(i32 -9)
  %loop = call i32 asm "movl $$10, %ecx\0A1: addl $$2, $0\0A subl $$1, %ecx\0A jnz 1b", "=r,0,~{ecx},~{cc}"(i32 0)
  %intel = call i32 asm inteldialect "lea $0, [$1 + $1*2]", "=r,r"(i64 11)
  %called = call i64 asm sideeffect "callq callee", "={ax},{di},~{rcx},~{rdx},~{rsi},~{r8},~{r9},~{r10},~{r11},~{rbx},~{memory}"(i64 14)
  %called32 = trunc i64 %called to i32
  %all = add i32 %kept, %called32
  call i32 (ptr, ...) @printf(ptr @format, i32 %tied, i32 %low, i32 %high, i32 %stored, i32 %equal, i32 %immediate, i32 %loop, i32 %intel, i32 %all)
  ret i32 0
}
