;--- a
define void @f() {
  ret void
}
;--- b
define void @f() {
  ret void
}
;--- error
Linking globals named 'f': symbol multiply defined!
