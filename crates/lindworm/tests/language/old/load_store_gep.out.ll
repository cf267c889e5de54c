; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f(ptr %p, ptr %s) {
  %x = load i32, ptr %p, align 4
  %g = getelementptr { i32, i32 }, ptr %s, i32 0, i32 1
  store i32 %x, ptr %g, align 4
  %h = getelementptr inbounds i32, ptr %p, i64 1
  ret i32 %x
}
