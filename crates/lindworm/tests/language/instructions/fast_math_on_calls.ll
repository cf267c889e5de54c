; Calls, phis and casts with floating-point results take fast-math flags too
declare float @g(float)
declare { float, float } @h()
define float @f(float %a, i1 %c) {
entry:
  %x = call nnan float @g(float %a)
  %y = tail call fast float @g(float %x)
  %z = call ninf { float, float } @h()
  br i1 %c, label %l, label %m
l:
  br label %m
m:
  %p = phi fast float [ %x, %entry ], [ %y, %l ]
  %d = fpext nnan float %p to double
  %t = fptrunc ninf double %d to float
  ret float %t
}
