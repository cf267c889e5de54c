; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nounwind
declare void @a() #0

declare void @b() #1

declare void @c(ptr noalias "p"="q")

declare "r" i32 @d()

attributes #0 = { nounwind "a"="x" "b" "frame-pointer"="all" }
attributes #1 = { "k"="\22\\\00" }
