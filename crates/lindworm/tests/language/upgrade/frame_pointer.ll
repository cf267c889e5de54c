; Attributes of functions under their former names
define void @a() "no-frame-pointer-elim"="true" {
  ret void
}
define void @b() "no-frame-pointer-elim"="false" "no-frame-pointer-elim-non-leaf" {
  ret void
}
define void @c() "null-pointer-is-valid"="true" {
  ret void
}
