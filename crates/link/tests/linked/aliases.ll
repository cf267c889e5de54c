;--- a
@x = global i32 1
@a = alias i32, ptr @x
@b = weak alias i32, ptr @x
;--- b
@x = weak global i32 2
@b = alias i32, ptr @y
@y = global i32 3
@c = alias i32, ptr @x
;--- linked
@x.3 = internal global i32 2
@x = global i32 1
@y = global i32 3

@a = alias i32, ptr @x
@b = alias i32, ptr @y
@c = alias i32, ptr @x.3
