; Attributes of calls
declare ptr @g(ptr, i32)
define void @f(ptr %p) {
  %1 = call noalias ptr @g(ptr nocapture noundef %p, i32 range(i32 0, 5) 3) nounwind memory(none)
  %2 = call align 8 dereferenceable(16) ptr @g(ptr align 4 %p, i32 inreg 1) nobuiltin "str"
  call void %p(ptr byval(i64) align 8 %p, ptr sret(i8) %p) cold
  ret void
}
