;--- a
@x = weak global i32 1
@p = global ptr @x
;--- b
@x = global i32 2
;--- linked
@p = global ptr @x
@x = global i32 2
