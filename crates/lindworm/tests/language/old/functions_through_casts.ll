; Calls through a bitcast of a function
declare void @g(i8*)
define i32 @f(i32* %p) {
  %x = call i32 bitcast (void (i8*)* @g to i32 (i32*)*)(i32* %p)
  ret i32 %x
}
