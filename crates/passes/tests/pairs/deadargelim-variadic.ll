; passes: deadargelim
; A function that does not look at its further arguments takes none; one whose address is taken stays.
@table = global ptr @taken

define internal i32 @f(i32 %x, ...) {
  ret i32 %x
}

define internal i32 @taken(i32 %x, ...) {
  ret i32 %x
}

define i32 @caller() {
  %a = call i32 (i32, ...) @f(i32 1, i32 zeroext 2, ptr null)
  %b = call i32 (i32, ...) @taken(i32 %a, i32 2)
  ret i32 %b
}
