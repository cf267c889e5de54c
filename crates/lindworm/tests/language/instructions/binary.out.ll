; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f(i32 %a, i32 %b, float %x, float %y) {
  %add = add i32 %a, %b
  %fadd = fadd float %x, %y
  %sub = sub i32 %a, %b
  %fsub = fsub float %x, %y
  %mul = mul i32 %a, %b
  %fmul = fmul float %x, %y
  %udiv = udiv i32 %a, %b
  %sdiv = sdiv i32 %a, %b
  %fdiv = fdiv float %x, %y
  %urem = urem i32 %a, %b
  %srem = srem i32 %a, %b
  %frem = frem float %x, %y
  %shl = shl i32 %a, %b
  %lshr = lshr i32 %a, %b
  %ashr = ashr i32 %a, %b
  %and = and i32 %a, %b
  %or = or i32 %a, %b
  %xor = xor i32 %a, %b
  ret i32 %xor
}
