; An exception that is thrown and caught: landing pads name their personality, as up to LLVM 3.6
@_ZTIi = external constant i8*

define void @thrower(i32 %n) uwtable {
entry:
  %exception = call i8* @__cxa_allocate_exception(i64 4) nounwind
  %0 = bitcast i8* %exception to i32*
  store i32 %n, i32* %0
  call void @__cxa_throw(i8* %exception, i8* bitcast (i8** @_ZTIi to i8*), i8* null) noreturn
  unreachable
}

define i32 @main() uwtable {
entry:
  invoke void @thrower(i32 42)
          to label %none unwind label %pad

none:
  ret i32 1

pad:
  %caught = landingpad { i8*, i32 } personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*)
          catch i8* bitcast (i8** @_ZTIi to i8*)
  %object = extractvalue { i8*, i32 } %caught, 0
  %selector = extractvalue { i8*, i32 } %caught, 1
  %wanted = call i32 @llvm.eh.typeid.for(i8* bitcast (i8** @_ZTIi to i8*)) nounwind
  %matches = icmp eq i32 %selector, %wanted
  br i1 %matches, label %handler, label %other

handler:
  %begun = call i8* @__cxa_begin_catch(i8* %object) nounwind
  %typed = bitcast i8* %begun to i32*
  %value = load i32* %typed, align 4
  call void @__cxa_end_catch()
  %result = sub i32 %value, 42
  ret i32 %result

other:
  resume { i8*, i32 } %caught
}

declare i8* @__cxa_allocate_exception(i64)
declare void @__cxa_throw(i8*, i8*, i8*)
declare i8* @__cxa_begin_catch(i8*)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)
declare i32 @llvm.eh.typeid.for(i8*) nounwind readnone
