; Attributes of functions with values
declare void @a() alignstack(16)
declare void @b() alignstack(8)
declare void @c() uwtable
declare void @d() uwtable(sync)
declare void @e() uwtable(async)
declare void @f() vscale_range(1,16)
declare void @g() vscale_range(2)
declare void @h() vscale_range(4,0)
declare void @i(i64) allocsize(0) allockind("alloc")
declare ptr @j(i32, i32) allocsize(1, 0)
