; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: alignstack(16)
declare void @a() #0

; Function Attrs: alignstack(8)
declare void @b() #1

; Function Attrs: uwtable
declare void @c() #2

; Function Attrs: uwtable(sync)
declare void @d() #3

; Function Attrs: uwtable
declare void @e() #2

; Function Attrs: vscale_range(1,16)
declare void @f() #4

; Function Attrs: vscale_range(2,2)
declare void @g() #5

; Function Attrs: vscale_range(4,0)
declare void @h() #6

; Function Attrs: allockind("alloc") allocsize(0)
declare void @i(i64) #7

; Function Attrs: allocsize(1,0)
declare ptr @j(i32, i32) #8

attributes #0 = { alignstack=16 }
attributes #1 = { alignstack=8 }
attributes #2 = { uwtable }
attributes #3 = { uwtable(sync) }
attributes #4 = { vscale_range(1,16) }
attributes #5 = { vscale_range(2,2) }
attributes #6 = { vscale_range(4,0) }
attributes #7 = { allockind("alloc") allocsize(0) }
attributes #8 = { allocsize(1,0) }
