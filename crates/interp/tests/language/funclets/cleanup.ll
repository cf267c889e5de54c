; A `cleanuppad` is run on the way to the handler, and the exception goes on with its `cleanupret`.
@cleaned = global i32 0
@_ZTIi = external constant ptr

define void @throw() {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 7, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}

define void @count() {
  %n = load i32, ptr @cleaned
  %m = add i32 %n, 1
  store i32 %m, ptr @cleaned
  ret void
}

define void @inner() personality ptr @__gxx_wasm_personality_v0 {
  invoke void @throw() to label %out unwind label %first
first:
  %a = cleanuppad within none []
  call void @count() ["funclet"(token %a)]
  cleanupret from %a unwind label %second
second:
  %b = cleanuppad within none []
  call void @count() ["funclet"(token %b)]
  cleanupret from %b unwind to caller
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
  %n = load i32, ptr @cleaned
  %r = sub i32 %n, 2
  ret i32 %r
}

declare i32 @__gxx_wasm_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
