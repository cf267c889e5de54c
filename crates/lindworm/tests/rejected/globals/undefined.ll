; 4:11: use of undefined value '@nowhere'
; A global that is used is defined
define ptr @f() {
  ret ptr @nowhere
}
