define internal i32 @a() {
  %c = icmp eq i32 undef, 3
  br i1 %c, label %x, label %y

x:                                                ; preds = %0
  ret i32 poison

y:                                                ; preds = %0
  ret i32 poison
}

define i32 @b() {
  %r = call i32 @a()
  %y = add nuw nsw i32 5, 1
  ret i32 %y
}
