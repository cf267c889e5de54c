
define internal i32 @twice(i32 range(i32 10, 21) %n, ptr %p) {
  br label %small

small:                                            ; preds = %0
  %sum = add nuw nsw i32 %n, %n
  store i32 %sum, ptr %p, align 4
  ret i32 poison
}

define i32 @main(ptr %p, i1 %c) {
  %n = select i1 %c, i32 10, i32 20
  %a = call i32 @twice(i32 %n, ptr %p)
  %b = call i32 @twice(i32 15, ptr %p)
  ret i32 14
}
