
define internal { i32, i32 } @pair(i32 %x) {
  %b = insertvalue { i32, i32 } { i32 1, i32 undef }, i32 %x, 1
  ret { i32, i32 } %b
}

define i32 @first(i32 %x) {
  %p = call { i32, i32 } @pair(i32 %x)
  %b = extractvalue { i32, i32 } %p, 1
  %sum = add i32 1, %b
  ret i32 %sum
}
