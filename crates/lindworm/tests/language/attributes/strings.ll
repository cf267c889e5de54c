; Attributes that are strings, sorted by key, after the others
declare void @a() "b" "a"="x" "frame-pointer"="all" nounwind
declare void @b() "k"="\22\\\00"
declare void @c(ptr "p"="q" noalias %x)
declare "r" i32 @d()
