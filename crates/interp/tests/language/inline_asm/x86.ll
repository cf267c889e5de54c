; Instructions of x86 compute what the processor computes, in either dialect, with tied operands, modifiers and flags.
target triple = "x86_64-unknown-linux-gnu"

@failed = internal global i32 0
@word = internal global i32 10
@pair = internal global [2 x i64] [i64 5, i64 6]

define internal void @expect(i64 %x, i64 %expected) {
  %same = icmp eq i64 %x, %expected
  br i1 %same, label %end, label %wrong
wrong:
  %n = load i32, ptr @failed
  %m = add i32 %n, 1
  store i32 %m, ptr @failed
  br label %end
end:
  ret void
}

define noundef i32 @main() {
  %add = call i64 asm "addq $2, $0", "=r,0,r,~{dirflag},~{fpsr},~{flags}"(i64 40, i64 2)
  call void @expect(i64 %add, i64 42)
  %sub = call i64 asm inteldialect "sub $0, 3", "=r,0"(i64 10)
  call void @expect(i64 %sub, i64 7)
  %lea = call i64 asm "leaq 5($1,$2,4), $0", "=r,r,r"(i64 100, i64 10)
  call void @expect(i64 %lea, i64 145)
  %lea.intel = call i64 asm inteldialect "lea $0, [$1 + 4*$2 - 5]", "=r,r,r"(i64 100, i64 10)
  call void @expect(i64 %lea.intel, i64 135)

  call void asm sideeffect "addl $$5, $0", "=*m,*m"(ptr elementtype(i32) @word, ptr elementtype(i32) @word)
  %word = load i32, ptr @word
  %word64 = zext i32 %word to i64
  call void @expect(i64 %word64, i64 15)
  %old = call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m,~{memory}"(ptr elementtype(i32) @word, i32 7, ptr elementtype(i32) @word)
  %old64 = zext i32 %old to i64
  call void @expect(i64 %old64, i64 15)
  %was = call i32 asm sideeffect "xchg $0, $1", "=r,=*m,0"(ptr elementtype(i32) @word, i32 1)
  %was64 = zext i32 %was to i64
  call void @expect(i64 %was64, i64 22)

  %swap = call { i32, i8 } asm sideeffect "lock cmpxchgl $3, $2; setz $1", "={ax},=q,=*m,r,0"(ptr elementtype(i32) @word, i32 9, i32 1)
  %seen = extractvalue { i32, i8 } %swap, 0
  %done = extractvalue { i32, i8 } %swap, 1
  %seen64 = zext i32 %seen to i64
  %done64 = zext i8 %done to i64
  call void @expect(i64 %seen64, i64 1)
  call void @expect(i64 %done64, i64 1)
  %refused = call { i32, i8 } asm sideeffect "lock; cmpxchgl $3, $2", "={ax},={@ccz},=*m,r,0"(ptr elementtype(i32) @word, i32 9, i32 1)
  %seen.2 = extractvalue { i32, i8 } %refused, 0
  %done.2 = extractvalue { i32, i8 } %refused, 1
  %seen.2.64 = zext i32 %seen.2 to i64
  %done.2.64 = zext i8 %done.2 to i64
  call void @expect(i64 %seen.2.64, i64 9)
  call void @expect(i64 %done.2.64, i64 0)

  %bsf = call i64 asm "bsfq $1, $0", "=r,rm"(i64 48)
  call void @expect(i64 %bsf, i64 4)
  %bsr = call i64 asm "bsr $1, $0", "=r,r"(i64 48)
  call void @expect(i64 %bsr, i64 5)
  %popcnt = call i32 asm "popcnt $1, $0", "=r,r"(i32 -1)
  %popcnt64 = zext i32 %popcnt to i64
  call void @expect(i64 %popcnt64, i64 32)
  %rol = call i32 asm "roll $2, $0", "=r,0,i"(i32 -2147483647, i32 4)
  %rol64 = zext i32 %rol to i64
  call void @expect(i64 %rol64, i64 24)
  %ror = call i16 asm "rorw $$8, ${0:w}", "=r,0"(i16 258)
  %ror64 = zext i16 %ror to i64
  call void @expect(i64 %ror64, i64 513)
  %shift = call i64 asm "shlq %cl, $0", "=r,0,{cx}"(i64 3, i64 4)
  call void @expect(i64 %shift, i64 48)

  %low = call i32 asm "movzbl ${1:b}, $0", "=r,q"(i32 4660)
  %low64 = zext i32 %low to i64
  call void @expect(i64 %low64, i64 52)
  %high = call i32 asm "movzbl ${1:h}, $0", "=r,q"(i32 4660)
  %high64 = zext i32 %high to i64
  call void @expect(i64 %high64, i64 18)
  %signed = call i64 asm "movslq $1, $0", "=r,r"(i32 -3)
  call void @expect(i64 %signed, i64 -3)
  %zero = call i64 asm "xorl ${0:k}, ${0:k}", "=r"()
  call void @expect(i64 %zero, i64 0)

  %carry = call { i64, i64 } asm "addq $4, $0; adcq $5, $1", "=&r,=r,0,1,r,r"(i64 -1, i64 1, i64 1, i64 2)
  %sum.low = extractvalue { i64, i64 } %carry, 0
  %sum.high = extractvalue { i64, i64 } %carry, 1
  call void @expect(i64 %sum.low, i64 0)
  call void @expect(i64 %sum.high, i64 4)
  %product = call { i64, i64 } asm "mulq $3", "={ax},={dx},{ax},r"(i64 -1, i64 16)
  %product.high = extractvalue { i64, i64 } %product, 1
  call void @expect(i64 %product.high, i64 15)
  %quotient = call { i64, i64 } asm "divq $4", "={ax},={dx},0,1,r"(i64 100, i64 0, i64 7)
  %q = extractvalue { i64, i64 } %quotient, 0
  %rest = extractvalue { i64, i64 } %quotient, 1
  call void @expect(i64 %q, i64 14)
  call void @expect(i64 %rest, i64 2)
  %less = call i8 asm "cmpl $2, $1; setl $0", "=r,r,r"(i32 -5, i32 3)
  %less64 = zext i8 %less to i64
  call void @expect(i64 %less64, i64 1)
  %max = call i32 asm "cmpl $1, $0; cmovll $1, $0", "=r,r,0"(i32 8, i32 3)
  %max64 = zext i32 %max to i64
  call void @expect(i64 %max64, i64 8)

  %second = call i64 asm "movq 8($1), $0", "=r,r"(ptr @pair)
  call void @expect(i64 %second, i64 6)
  %behind = call ptr asm "addq $$8, $0", "=r,0"(ptr @pair)
  %loaded = load i64, ptr %behind
  call void @expect(i64 %loaded, i64 6)
  %first = call i64 asm inteldialect "mov $0, qword ptr [$1]", "=r,r"(ptr @pair)
  call void @expect(i64 %first, i64 5)

  %copy = alloca [3 x i8]
  call void asm sideeffect "rep stosb", "{di},{cx},{ax},~{memory}"(ptr %copy, i64 3, i8 7)
  %third = getelementptr i8, ptr %copy, i64 2
  %seven = load i8, ptr %third
  %seven64 = zext i8 %seven to i64
  call void @expect(i64 %seven64, i64 7)

  %root = call double asm "fsqrt", "={st},0,~{fpsr}"(double 6.25)
  %root.int = fptoui double %root to i64
  call void @expect(i64 %root.int, i64 2)
  call void asm sideeffect "lock; addl $$0,0(%rsp)", "~{memory}"()
  call void asm sideeffect "mfence; rep; nop", ""()

  %r = load i32, ptr @failed
  ret i32 %r
}
