; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare ptr @g(ptr, i32)

define void @f(ptr %p) {
  %1 = call noalias ptr @g(ptr noundef captures(none) %p, i32 range(i32 0, 5) 3) #0
  %2 = call align 8 dereferenceable(16) ptr @g(ptr align 4 %p, i32 inreg 1) #1
  call void %p(ptr byval(i64) align 8 %p, ptr sret(i8) %p) #2
  ret void
}

attributes #0 = { nounwind memory(none) }
attributes #1 = { nobuiltin "str" }
attributes #2 = { cold }
