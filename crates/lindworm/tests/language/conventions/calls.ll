; A call says its convention again
declare fastcc i32 @f(i32)
define cc 10 void @g() {
  %x = call fastcc i32 @f(i32 1)
  %y = tail call fastcc i32 @f(i32 %x)
  call cc 10 void @g()
  ret void
}
