
define internal { i32, i8 } @three(i32 %a, i8 %c) {
  %x = insertvalue { i32, i16, i8 } poison, i32 %a, 0
  %y = insertvalue { i32, i16, i8 } %x, i16 poison, 1
  %z = insertvalue { i32, i16, i8 } %y, i8 %c, 2
  %oldret = extractvalue { i32, i16, i8 } %z, 0
  %newret = insertvalue { i32, i8 } poison, i32 %oldret, 0
  %oldret1 = extractvalue { i32, i16, i8 } %z, 2
  %newret2 = insertvalue { i32, i8 } %newret, i8 %oldret1, 1
  ret { i32, i8 } %newret2
}

define internal void @unused(ptr %p) {
  store i32 1, ptr %p, align 4
  ret void
}

define i8 @caller(ptr %p) {
  %three = call { i32, i8 } @three(i32 1, i8 3)
  %newret = extractvalue { i32, i8 } %three, 0
  %oldret = insertvalue { i32, i16, i8 } poison, i32 %newret, 0
  %newret1 = extractvalue { i32, i8 } %three, 1
  %oldret2 = insertvalue { i32, i16, i8 } %oldret, i8 %newret1, 2
  %a = extractvalue { i32, i16, i8 } %oldret2, 0
  store i32 %a, ptr %p, align 4
  %c = extractvalue { i32, i16, i8 } %oldret2, 2
  call void @unused(ptr %p)
  ret i8 %c
}
