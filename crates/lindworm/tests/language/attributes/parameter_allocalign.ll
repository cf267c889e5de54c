; Integers that size or align what a function gives
declare ptr @a(i64 allocalign %x, ptr allocptr %p)
declare noalias ptr @b(i64 %n) allocsize(0)
declare noalias ptr @c(i64, i64 %n) allocsize(0, 1) allockind("alloc,zeroed") "alloc-family"="malloc"
declare void @d(ptr allocptr) allockind("free")
declare ptr @e() allockind("realloc,uninitialized,aligned")
