; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare float @g(float)

declare { float, float } @h()

define float @f(float %a, i1 %c) {
entry:
  %x = call nnan float @g(float %a)
  %y = tail call fast float @g(float %x)
  %z = call ninf { float, float } @h()
  br i1 %c, label %l, label %m

l:                                                ; preds = %entry
  br label %m

m:                                                ; preds = %l, %entry
  %p = phi fast float [ %x, %entry ], [ %y, %l ]
  %d = fpext nnan float %p to double
  %t = fptrunc ninf double %d to float
  ret float %t
}
