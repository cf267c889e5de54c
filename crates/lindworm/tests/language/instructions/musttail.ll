; musttail before a return
declare i32 @g(ptr inalloca(i32), ...)
define i32 @f(ptr inalloca(i32) %x, ...) {
  %r = musttail call i32 (ptr, ...) @g(ptr inalloca(i32) %x, ...)
  ret i32 %r
}
