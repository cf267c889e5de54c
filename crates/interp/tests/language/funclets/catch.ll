; `catchswitch` goes to the handler whose `catchpad` takes the exception up, and `catchret` goes on.
@_ZTIi = external constant ptr
@_ZTId = external constant ptr

define void @throw() {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 7, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}

define noundef i32 @main() personality ptr @__gxx_wasm_personality_v0 {
  invoke void @throw() to label %never unwind label %dispatch
never:
  ret i32 1
dispatch:
  %switch = catchswitch within none [label %wrong, label %right] unwind to caller
wrong:
  %w = catchpad within %switch [ptr @_ZTId]
  catchret from %w to label %never
right:
  %pad = catchpad within %switch [ptr @_ZTIi]
  %exception = call ptr @llvm.wasm.get.exception(token %pad)
  %selector = call i32 @llvm.wasm.get.ehselector(token %pad)
  %id = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIi)
  %object = call ptr @__cxa_begin_catch(ptr %exception) ["funclet"(token %pad)]
  %value = load i32, ptr %object
  call void @__cxa_end_catch() ["funclet"(token %pad)]
  catchret from %pad to label %out
out:
  %a = sub i32 %selector, %id
  %b = sub i32 %value, 7
  %r = or i32 %a, %b
  ret i32 %r
}

declare i32 @__gxx_wasm_personality_v0(...)
declare ptr @llvm.wasm.get.exception(token)
declare i32 @llvm.wasm.get.ehselector(token)
declare i32 @llvm.eh.typeid.for.p0(ptr)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
