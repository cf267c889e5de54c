; What each operation of `atomicrmw` stores; it gives what was there before.
define i32 @apply(i32 %before, i32 %after, i32 %expected) {
  %wrong = icmp ne i32 %after, %expected
  %moved = icmp ne i32 %before, 12
  %either = or i1 %wrong, %moved
  %r = zext i1 %either to i32
  ret i32 %r
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 12, ptr %x
  %b0 = atomicrmw xchg ptr %x, i32 5 seq_cst
  %a0 = load i32, ptr %x
  %w0 = call i32 @apply(i32 %b0, i32 %a0, i32 5)
  %s0 = or i32 0, %w0
  store i32 12, ptr %x
  %b1 = atomicrmw add ptr %x, i32 5 seq_cst
  %a1 = load i32, ptr %x
  %w1 = call i32 @apply(i32 %b1, i32 %a1, i32 17)
  %s1 = or i32 %s0, %w1
  store i32 12, ptr %x
  %b2 = atomicrmw sub ptr %x, i32 5 seq_cst
  %a2 = load i32, ptr %x
  %w2 = call i32 @apply(i32 %b2, i32 %a2, i32 7)
  %s2 = or i32 %s1, %w2
  store i32 12, ptr %x
  %b3 = atomicrmw and ptr %x, i32 5 seq_cst
  %a3 = load i32, ptr %x
  %w3 = call i32 @apply(i32 %b3, i32 %a3, i32 4)
  %s3 = or i32 %s2, %w3
  store i32 12, ptr %x
  %b4 = atomicrmw nand ptr %x, i32 5 seq_cst
  %a4 = load i32, ptr %x
  %w4 = call i32 @apply(i32 %b4, i32 %a4, i32 -5)
  %s4 = or i32 %s3, %w4
  store i32 12, ptr %x
  %b5 = atomicrmw or ptr %x, i32 5 seq_cst
  %a5 = load i32, ptr %x
  %w5 = call i32 @apply(i32 %b5, i32 %a5, i32 13)
  %s5 = or i32 %s4, %w5
  store i32 12, ptr %x
  %b6 = atomicrmw xor ptr %x, i32 5 seq_cst
  %a6 = load i32, ptr %x
  %w6 = call i32 @apply(i32 %b6, i32 %a6, i32 9)
  %s6 = or i32 %s5, %w6
  store i32 12, ptr %x
  %b7 = atomicrmw max ptr %x, i32 -5 seq_cst
  %a7 = load i32, ptr %x
  %w7 = call i32 @apply(i32 %b7, i32 %a7, i32 12)
  %s7 = or i32 %s6, %w7
  store i32 12, ptr %x
  %b8 = atomicrmw min ptr %x, i32 -5 seq_cst
  %a8 = load i32, ptr %x
  %w8 = call i32 @apply(i32 %b8, i32 %a8, i32 -5)
  %s8 = or i32 %s7, %w8
  store i32 12, ptr %x
  %b9 = atomicrmw umax ptr %x, i32 -5 seq_cst
  %a9 = load i32, ptr %x
  %w9 = call i32 @apply(i32 %b9, i32 %a9, i32 -5)
  %s9 = or i32 %s8, %w9
  store i32 12, ptr %x
  %b10 = atomicrmw umin ptr %x, i32 -5 seq_cst
  %a10 = load i32, ptr %x
  %w10 = call i32 @apply(i32 %b10, i32 %a10, i32 12)
  %s10 = or i32 %s9, %w10
  store i32 12, ptr %x
  %b11 = atomicrmw uinc_wrap ptr %x, i32 12 seq_cst
  %a11 = load i32, ptr %x
  %w11 = call i32 @apply(i32 %b11, i32 %a11, i32 0)
  %s11 = or i32 %s10, %w11
  store i32 12, ptr %x
  %b12 = atomicrmw udec_wrap ptr %x, i32 5 seq_cst
  %a12 = load i32, ptr %x
  %w12 = call i32 @apply(i32 %b12, i32 %a12, i32 5)
  %s12 = or i32 %s11, %w12
  store i32 12, ptr %x
  %b13 = atomicrmw usub_cond ptr %x, i32 5 seq_cst
  %a13 = load i32, ptr %x
  %w13 = call i32 @apply(i32 %b13, i32 %a13, i32 7)
  %s13 = or i32 %s12, %w13
  store i32 12, ptr %x
  %b14 = atomicrmw usub_sat ptr %x, i32 20 seq_cst
  %a14 = load i32, ptr %x
  %w14 = call i32 @apply(i32 %b14, i32 %a14, i32 0)
  %s14 = or i32 %s13, %w14
  ret i32 %s14
}
