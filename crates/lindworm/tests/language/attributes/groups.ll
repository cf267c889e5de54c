; Groups come out renumbered by first use
attributes #7 = { nounwind "k"="v" }
attributes #3 = { cold alignstack=4 }
attributes #9 = { minsize }
define void @a() #3 {
  call void @b() #9
  ret void
}
declare void @b() #7
declare void @c() #7 #3
declare void @d() nounwind "k"="v"
