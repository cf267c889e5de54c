; A bitcast between pointers has nothing to do any more
define i8* @f(i32* %p) {
  %x = bitcast i32* %p to i8*
  %y = bitcast i8* %x to i64*
  store i64 0, i64* %y
  ret i8* %x
}
@g = global i32 0
@h = global i8* bitcast (i32* @g to i8*)
