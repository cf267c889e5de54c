@_ZTIi = external constant ptr

declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare i32 @__gxx_personality_v0(...)

define void @throw() {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 1, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}

define void @pass() personality ptr @__gxx_personality_v0 {
  invoke void @throw() to label %out unwind label %clean
clean:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } zeroinitializer ; UB
out:
  ret void
}

define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @pass() to label %out unwind label %catch
catch:
  %pad = landingpad { ptr, i32 } catch ptr null
  br label %out
out:
  ret i32 0
}
