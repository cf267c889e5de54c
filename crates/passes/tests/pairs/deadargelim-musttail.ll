; passes: deadargelim
; A function that must call another one with its own type keeps it, where that is called by a pointer.
define internal i32 @caller(ptr %f, i32 %x) {
  %r = musttail call i32 @callee(ptr %f, i32 %x)
  ret i32 %r
}

define internal i32 @callee(ptr %f, i32 %x) {
  %r = musttail call i32 %f(ptr %f, i32 0)
  ret i32 %r
}

define void @user(ptr %f) {
  %r = call i32 @caller(ptr %f, i32 1)
  ret void
}
