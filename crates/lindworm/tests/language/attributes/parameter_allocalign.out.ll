; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare ptr @a(i64 allocalign, ptr allocptr)

; Function Attrs: allocsize(0)
declare noalias ptr @b(i64) #0

; Function Attrs: allockind("alloc,zeroed") allocsize(0,1)
declare noalias ptr @c(i64, i64) #1

; Function Attrs: allockind("free")
declare void @d(ptr allocptr) #2

; Function Attrs: allockind("realloc,uninitialized,aligned")
declare ptr @e() #3

attributes #0 = { allocsize(0) }
attributes #1 = { allockind("alloc,zeroed") allocsize(0,1) "alloc-family"="malloc" }
attributes #2 = { allockind("free") }
attributes #3 = { allockind("realloc,uninitialized,aligned") }
