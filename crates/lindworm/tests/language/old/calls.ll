; Calls of functions of typed pointers
declare i32 @puts(i8* nocapture) nounwind
@msg = private constant [3 x i8] c"hi\00"
define void @f(void ()* %fp) {
  %p = getelementptr [3 x i8], [3 x i8]* @msg, i64 0, i64 0
  %r = call i32 @puts(i8* %p)
  call void %fp()
  %s = call i32 @puts(i8* getelementptr inbounds ([3 x i8], [3 x i8]* @msg, i32 0, i32 0))
  ret void
}
