define i32 @start(i1 %c) {
  %a = call i32 @upper(i32 3)
  %b = call i32 @even(i32 5, i1 %c)
  ret i32 5
}

define internal i32 @upper(i32 %n) {
  %r = call i32 @lower(i32 4)
  ret i32 poison
}

define internal i32 @lower(i32 %n) {
  br label %yes

yes:                                              ; preds = %0
  ret i32 poison
}

define internal i32 @even(i32 %n, i1 %c) {
  br i1 %c, label %more, label %end

more:                                             ; preds = %0
  %r = call i32 @odd(i32 5)
  ret i32 poison

end:                                              ; preds = %0
  ret i32 poison
}

define internal i32 @odd(i32 %n) {
  %r = call i32 @even(i32 5, i1 true)
  ret i32 poison
}
