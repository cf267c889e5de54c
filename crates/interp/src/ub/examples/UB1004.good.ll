@_ZTIi = external constant ptr

declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)

define i32 @main() personality ptr @__gxx_personality_v0 {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 1, ptr %e
  invoke void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null) to label %never unwind label %catch
never:
  unreachable
catch:
  %pad = landingpad { ptr, i32 } catch ptr null
  %flying = extractvalue { ptr, i32 } %pad, 0
  %object = call ptr @__cxa_begin_catch(ptr %flying)
  call void @__cxa_end_catch()
  ret i32 0
}
