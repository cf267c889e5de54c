;--- a
@x = common global [2 x i32] zeroinitializer, align 4
@y = common global i64 0, align 8
;--- b
@x = common global [4 x i32] zeroinitializer, align 16
@y = common global i32 0, align 4
;--- linked
@x = common global [4 x i32] zeroinitializer, align 16
@y = common global i64 0, align 8
