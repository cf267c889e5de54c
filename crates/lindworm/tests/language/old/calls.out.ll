; ModuleID = '<stdin>'
source_filename = "<stdin>"

@msg = private constant [3 x i8] c"hi\00"

; Function Attrs: nounwind
declare i32 @puts(ptr captures(none)) #0

define void @f(ptr %fp) {
  %p = getelementptr [3 x i8], ptr @msg, i64 0, i64 0
  %r = call i32 @puts(ptr %p)
  call void %fp()
  %s = call i32 @puts(ptr @msg)
  ret void
}

attributes #0 = { nounwind }
