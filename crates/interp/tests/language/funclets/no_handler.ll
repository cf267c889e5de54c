; An exception that no handler of a `catchswitch` takes up goes on to where that unwinds.
@_ZTIi = external constant ptr
@_ZTId = external constant ptr

define void @throw() {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 7, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}

define void @inner() personality ptr @__gxx_wasm_personality_v0 {
  invoke void @throw() to label %out unwind label %dispatch
dispatch:
  %switch = catchswitch within none [label %wrong] unwind to caller
wrong:
  %w = catchpad within %switch [ptr @_ZTId]
  catchret from %w to label %out
out:
  ret void
}

define noundef i32 @main() personality ptr @__gxx_wasm_personality_v0 {
  invoke void @inner() to label %never unwind label %dispatch
never:
  ret i32 1
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
