; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: cold alignstack(4)
define void @a() #0 {
  call void @b() #3
  ret void
}

; Function Attrs: nounwind
declare void @b() #1

; Function Attrs: cold nounwind alignstack(4)
declare void @c() #2

; Function Attrs: nounwind
declare void @d() #1

attributes #0 = { cold alignstack=4 }
attributes #1 = { nounwind "k"="v" }
attributes #2 = { cold nounwind alignstack=4 "k"="v" }
attributes #3 = { minsize }
