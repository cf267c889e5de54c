; Where nothing is computed, the bits of a NaN stay: in memory, in arguments and results, in `select` and `phi`.
define float @same(float %x) {
  ret float %x
}

define noundef i32 @main() {
  %slot = alloca float
  store i32 u0x7F812345, ptr %slot
  %a = load float, ptr %slot
  %b = call float @same(float %a)
  %c = select i1 true, float %b, float 0.0
  br label %next
next:
  %d = phi float [ %c, %0 ]
  %bits = bitcast float %d to i32
  %wrong = icmp ne i32 %bits, u0x7F812345
  %r = zext i1 %wrong to i32
  ret i32 %r
}
