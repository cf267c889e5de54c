; Assembler that jumps: `callbr` with results and phis on every edge; assembler that changes the frame pointer; values in memory;
; a function that is nothing but assembler.
@format = private constant [16 x i8] c"%d %d %d %d %d \00"
declare i32 @printf(ptr, ...)
define i32 @jumps(i32 %a, i32 %b) {
entry:
  %sum = add i32 %a, %b
  %r = callbr i32 asm "mov $1, $0; cmp $2, $1; jg ${3:l}; je ${4:l}", "=&r,r,r,!i,!i,~{flags}"(i32 %a, i32 %b) to label %less [label %greater, label %end]
less:
  %x = sub i32 0, %r
  br label %end
greater:
  %p = phi i32 [ %sum, %entry ]
  %y = mul i32 %p, %r
  br label %end
end:
  %q = phi i32 [ %sum, %entry ], [ %x, %less ], [ %y, %greater ]
  %t = add i32 %q, %r
  ret i32 %t
}
define i32 @frame(i32 %a) {
  %p = alloca i32
  store i32 %a, ptr %p
  call void asm sideeffect "xor %ebp, %ebp", "~{rbp},~{flags}"()
  %v = load i32, ptr %p
  %r = call i32 asm "mov $1, $0; add $0, $0", "=r,m"(i32 %v)
  %h = call i32 asm "movb ${1:b}, ${0:h}; movzbl ${0:h}, $0", "=&Q,Q"(i32 %r)
  ret i32 %h
}
define i32 @bare(i32 %a) naked {
  call void asm sideeffect "push %rbx; lea 1(%rdi), %ebx; mov %ebx, %eax; pop %rbx; ret", "~{rbx},~{rax}"()
  unreachable
}
define i32 @main() {
  %a = call i32 @jumps(i32 1, i32 2)
  %b = call i32 @jumps(i32 7, i32 5)
  %c = call i32 @jumps(i32 4, i32 4)
  %d = call i32 @frame(i32 21)
  %e = call i32 @bare(i32 76)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a, i32 %b, i32 %c, i32 %d, i32 %e)
  ret i32 0
}
