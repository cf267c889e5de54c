; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare i32 @printf(ptr, ...)

declare ptr @getter()

declare i32 @__gxx_personality_v0(...)

declare void @a()

define i32 @f(ptr %variadic, ptr %plain, ptr %s) personality ptr @__gxx_personality_v0 {
  %n = call i32 (ptr, ...) @printf(ptr %s, i32 1)
  %m = call i32 (...) %variadic(i32 %n)
  %g = call ptr @getter()
  %h = call ptr @getter()
  call void %plain()
  call void @a(ptr %s)
  %k = tail call i32 @printf(i32 %m) #0
  invoke void @a()
          to label %next unwind label %pad

next:                                             ; preds = %0
  %loaded = load i8, ptr %s, align 1
  ret i32 %k

pad:                                              ; preds = %0
  %exception = landingpad { ptr, i32 }
          catch ptr null
  resume { ptr, i32 } %exception
}

attributes #0 = { nounwind }
