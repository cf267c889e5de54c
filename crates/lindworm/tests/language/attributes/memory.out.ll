; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: memory(none)
declare void @a() #0

; Function Attrs: memory(read)
declare void @b() #1

; Function Attrs: memory(write)
declare void @c() #2

; Function Attrs: memory(readwrite)
declare void @d() #3

; Function Attrs: memory(argmem: read)
declare void @e() #4

; Function Attrs: memory(read, argmem: readwrite)
declare void @f() #5

; Function Attrs: memory(argmem: read, inaccessiblemem: write)
declare void @g() #6

; Function Attrs: memory(errnomem: write)
declare void @h() #7

; Function Attrs: memory(readwrite, argmem: none)
declare void @i() #8

; Function Attrs: memory(argmem: read, inaccessiblemem: read, errnomem: read)
declare void @j() #9

; Function Attrs: memory(target_mem0: write, target_mem1: read)
declare void @k() #10

attributes #0 = { memory(none) }
attributes #1 = { memory(read) }
attributes #2 = { memory(write) }
attributes #3 = { memory(readwrite) }
attributes #4 = { memory(argmem: read) }
attributes #5 = { memory(read, argmem: readwrite) }
attributes #6 = { memory(argmem: read, inaccessiblemem: write) }
attributes #7 = { memory(errnomem: write) }
attributes #8 = { memory(readwrite, argmem: none) }
attributes #9 = { memory(argmem: read, inaccessiblemem: read, errnomem: read) }
attributes #10 = { memory(target_mem0: write, target_mem1: read) }
