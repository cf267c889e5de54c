; Before LLVM 3.7, a pointer to a function type before a callee is the type of the callee
declare i32 @printf(i8*, ...)
declare void (i32)* @getter()
declare i32 @__gxx_personality_v0(...)
declare void @a()

define i32 @f(i32 (...)* %variadic, void ()* %plain, i8* %s) {
  %n = call i32 (i8*, ...)* @printf(i8* %s, i32 1)
  %m = call i32 (...)* %variadic(i32 %n)
  %g = call void (i32)* ()* @getter()
  %h = call void (i32)* @getter()
  call void ()* %plain()
  call void bitcast (void ()* @a to void (i8*)*)(i8* %s)
  %k = tail call i32 (i32)* bitcast (i32 (i8*, ...)* @printf to i32 (i32)*)(i32 %m) nounwind
  invoke void ()* @a() to label %next unwind label %pad

next:
  %loaded = load i8* %s
  ret i32 %k

pad:
  %exception = landingpad { i8*, i32 } personality i32 (...)* @__gxx_personality_v0
    catch i8* null
  resume { i8*, i32 } %exception
}
