; Floating-point attributes of functions
define void @a() #0 {
  ret void
}
define void @b() strictfp {
  ret void
}
attributes #0 = { "denormal-fp-math"="preserve-sign,preserve-sign" "no-nans-fp-math"="true" "unsafe-fp-math"="true" }
