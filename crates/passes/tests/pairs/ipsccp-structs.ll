; passes: ipsccp
; The elements of a struct are propagated one by one.
define internal { i32, i32 } @pair(i32 %x) {
  %a = insertvalue { i32, i32 } poison, i32 1, 0
  %b = insertvalue { i32, i32 } %a, i32 %x, 1
  ret { i32, i32 } %b
}

define i32 @first(i32 %x) {
  %p = call { i32, i32 } @pair(i32 %x)
  %a = extractvalue { i32, i32 } %p, 0
  %b = extractvalue { i32, i32 } %p, 1
  %sum = add i32 %a, %b
  ret i32 %sum
}
