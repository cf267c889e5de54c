;--- a
declare void @used()
define void @main() {
  call void @used()
  ret void
}
;--- b
define linkonce_odr void @unused() {
  ret void
}
define linkonce_odr void @used() {
  call void @inner()
  ret void
}
define linkonce_odr void @inner() {
  ret void
}
;--- linked
define void @main() {
  call void @used()
  ret void
}

define linkonce_odr void @used() {
  call void @inner()
  ret void
}

define linkonce_odr void @inner() {
  ret void
}
