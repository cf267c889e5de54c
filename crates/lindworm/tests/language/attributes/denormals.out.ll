; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @a() #0 {
  ret void
}

; Function Attrs: strictfp
define void @b() #1 {
  ret void
}

attributes #0 = { "denormal-fp-math"="preserve-sign,preserve-sign" "no-nans-fp-math"="true" "unsafe-fp-math"="true" }
attributes #1 = { strictfp }
