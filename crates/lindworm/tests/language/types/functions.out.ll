; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare i32 @printf(ptr, ...)

define void @f(ptr %p) {
  %1 = call i32 (ptr, ...) @printf(ptr null, i32 1)
  %2 = call i32 %p(i32 1)
  call void (...) %p(i32 1, i8 2)
  ret void
}
