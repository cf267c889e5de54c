@_ZTIi = external constant ptr

declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)

define void @check(i32 %x) nounwind {
  %bad = icmp slt i32 %x, 0
  br i1 %bad, label %throw, label %out
throw:
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 1, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null) ; UB
  unreachable
out:
  ret void
}

define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @check(i32 -1) to label %out unwind label %catch
catch:
  %pad = landingpad { ptr, i32 } catch ptr null
  %e = extractvalue { ptr, i32 } %pad, 0
  %object = call ptr @__cxa_begin_catch(ptr %e)
  call void @__cxa_end_catch()
  br label %out
out:
  ret i32 0
}

declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
