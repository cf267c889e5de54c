; A call in a funclet names the one that was entered last.
@_ZTIi = external constant ptr

define void @throw() {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 7, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}

define void @nothing() {
  ret void
}

define void @twice() personality ptr @__gxx_wasm_personality_v0 {
  invoke void @throw() to label %out unwind label %dispatch
dispatch:
  %switch = catchswitch within none [label %catch] unwind to caller
catch:
  %pad = catchpad within %switch [ptr null]
  invoke void @throw() ["funclet"(token %pad)] to label %out unwind label %cleanup
cleanup:
  %inner = cleanuppad within %pad []
  call void @nothing() ["funclet"(token %pad)] ; UB1006
  cleanupret from %inner unwind to caller
out:
  ret void
}

define noundef i32 @main() personality ptr @__gxx_wasm_personality_v0 {
  invoke void @twice() to label %out unwind label %dispatch
dispatch:
  %switch = catchswitch within none [label %catch] unwind to caller
catch:
  %pad = catchpad within %switch [ptr null]
  catchret from %pad to label %out
out:
  ret i32 0
}

declare i32 @__gxx_wasm_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
