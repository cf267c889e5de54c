; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @a() #0 {
  ret void
}

define void @b() #1 {
  ret void
}

define void @c() #2 {
  ret void
}

attributes #0 = { "no-frame-pointer-elim"="true" }
attributes #1 = { "no-frame-pointer-elim"="false" "no-frame-pointer-elim-non-leaf" }
attributes #2 = { "null-pointer-is-valid"="true" }
