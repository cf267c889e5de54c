
define internal i32 @recursive(i32 %n) {
  %more = icmp sgt i32 %n, 0
  br i1 %more, label %again, label %end

again:                                            ; preds = %0
  %less = sub i32 %n, 1
  %r = call i32 @recursive(i32 %less)
  ret i32 %r

end:                                              ; preds = %0
  ret i32 %n
}

define i32 @seen(i32 %x, i32 %unused) {
  %r = call i32 @recursive(i32 %x)
  ret i32 %r
}

define i32 @caller(i32 %x) {
  %r = call i32 @seen(i32 %x, i32 poison)
  ret i32 %r
}
