; passes: deadargelim
; Of a result, the elements stay that something uses; a result without any becomes void.
define internal { i32, i16, i8 } @three(i32 %a, i16 %b, i8 %c) {
  %x = insertvalue { i32, i16, i8 } poison, i32 %a, 0
  %y = insertvalue { i32, i16, i8 } %x, i16 %b, 1
  %z = insertvalue { i32, i16, i8 } %y, i8 %c, 2
  ret { i32, i16, i8 } %z
}

define internal i64 @unused(ptr %p) {
  store i32 1, ptr %p, align 4
  ret i64 5
}

define i8 @caller(ptr %p) {
  %three = call { i32, i16, i8 } @three(i32 1, i16 2, i8 3)
  %a = extractvalue { i32, i16, i8 } %three, 0
  store i32 %a, ptr %p, align 4
  %c = extractvalue { i32, i16, i8 } %three, 2
  %dead = call i64 @unused(ptr %p)
  ret i8 %c
}
