@_ZTIi = external constant ptr

declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare i32 @__gxx_personality_v0(...)
declare ptr @tsearch(ptr, ptr, ptr)

define i32 @compare(ptr %a, ptr %b) {
  ret i32 0
}

define i32 @main() personality ptr @__gxx_personality_v0 {
  %root = alloca ptr
  store ptr null, ptr %root
  %first = call ptr @tsearch(ptr @_ZTIi, ptr %root, ptr @compare)
  %second = invoke ptr @tsearch(ptr @_ZTIi, ptr %root, ptr @compare) to label %out unwind label %catch
catch:
  %pad = landingpad { ptr, i32 } catch ptr null
  br label %out
out:
  ret i32 0
}
