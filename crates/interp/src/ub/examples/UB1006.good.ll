@_ZTIi = external constant ptr

declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare i32 @__gxx_wasm_personality_v0(...)

define void @throw() {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 1, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}

define void @clean() {
  ret void
}

define i32 @main() personality ptr @__gxx_wasm_personality_v0 {
  invoke void @throw() to label %out unwind label %dispatch
dispatch:
  %switch = catchswitch within none [label %catch] unwind to caller
catch:
  %pad = catchpad within %switch [ptr null]
  call void @clean() ["funclet"(token %pad)]
  catchret from %pad to label %out
out:
  ret i32 0
}
