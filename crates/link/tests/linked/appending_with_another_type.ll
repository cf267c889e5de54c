;--- a
@x = appending global [1 x i32] [i32 1]
;--- b
@x = appending global [1 x i64] [i64 1]
;--- error
Appending variables with different element types!
