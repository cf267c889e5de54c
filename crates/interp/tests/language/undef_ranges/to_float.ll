; The float of a byte is no NaN, not less than 0 and not more than 255; its half not more than 127.5.
define noundef i32 @main() {
  %float = uitofp i8 undef to float
  %small = fcmp ole float %float, 255.0
  br i1 %small, label %on, label %bad
on:
  %half = fmul float %float, 0.5
  %smaller = fcmp ule float %half, 127.5
  br i1 %smaller, label %next, label %bad
next:
  %signed = sitofp i8 undef to double
  %not_less = fcmp oge double %signed, -128.0
  br i1 %not_less, label %good, label %bad
good:
  ret i32 0
bad:
  ret i32 1
}
