; passes: deadargelim
; A parameter goes that is only handed on to where nothing needs it; callers that are not seen get poison for what is not used.
define internal i32 @recursive(i32 %n, i32 %dead) {
  %more = icmp sgt i32 %n, 0
  br i1 %more, label %again, label %end

again:
  %less = sub i32 %n, 1
  %r = call i32 @recursive(i32 %less, i32 %dead)
  ret i32 %r

end:
  ret i32 %n
}

define i32 @seen(i32 %x, i32 noundef %unused) {
  %r = call i32 @recursive(i32 %x, i32 7)
  ret i32 %r
}

define i32 @caller(i32 %x) {
  %r = call i32 @seen(i32 %x, i32 noundef %x)
  ret i32 %r
}
