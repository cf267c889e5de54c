; = 1
define i32 @holds() {
  call void (i1, ...) @llvm.experimental.guard(i1 true, i32 5) [ "deopt"() ]
  ret i32 1
}

; The continuation gives what the function returns.
; = 105
define i32 @fails() {
  call void (i1, ...) @llvm.experimental.guard(i1 false, i32 5) [ "deopt"(i32 1) ]
  ret i32 1
}

; = 107
define i32 @only_the_frame_is_left() {
  %result = call i32 @fails()
  %more = add i32 %result, 2
  ret i32 %more
}

; = 109
define i32 @deoptimize() {
  %result = call i32 (...) @llvm.experimental.deoptimize.i32(i32 9) [ "deopt"() ]
  ret i32 %result
}

; = UB0301
define i32 @poison() {
  call void (i1, ...) @llvm.experimental.guard(i1 poison, i32 5) [ "deopt"() ]
  ret i32 1
}

; The continuation has one parameter.
; = UB0405
define i32 @wrong_arguments() {
  call void (i1, ...) @llvm.experimental.guard(i1 false) [ "deopt"() ]
  ret i32 1
}

; = -1
define i1 @widenable() {
  %condition = call i1 @llvm.experimental.widenable.condition()
  ret i1 %condition
}

define i32 @__llvm_deoptimize(i32 %state) {
  %result = add i32 %state, 100
  ret i32 %result
}

declare void @llvm.experimental.guard(i1, ...)
declare i32 @llvm.experimental.deoptimize.i32(...)
declare i1 @llvm.experimental.widenable.condition()
