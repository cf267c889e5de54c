; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: memory(none)
declare void @a() #0

; Function Attrs: memory(read)
declare void @b() #1

; Function Attrs: memory(write)
declare void @c() #2

; Function Attrs: memory(argmem: readwrite)
declare void @d() #3

; Function Attrs: memory(inaccessiblemem: readwrite)
declare void @e() #4

; Function Attrs: memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @f() #5

; Function Attrs: memory(argmem: read)
declare void @g() #6

; Function Attrs: memory(inaccessiblemem: write)
declare void @h() #7

attributes #0 = { memory(none) }
attributes #1 = { memory(read) }
attributes #2 = { memory(write) }
attributes #3 = { memory(argmem: readwrite) }
attributes #4 = { memory(inaccessiblemem: readwrite) }
attributes #5 = { memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #6 = { memory(argmem: read) }
attributes #7 = { memory(inaccessiblemem: write) }
