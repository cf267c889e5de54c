; A constant expression of known numbers is its result
@a = global i32 trunc (i64 4294967297 to i32)
@b = global ptr inttoptr (i64 0 to ptr)
@c = global i64 ptrtoint (ptr null to i64)
@d = global i32 xor (i32 5, i32 1)
@e = global i32 sub (i32 1, i32 3)
@f = global float bitcast (i32 1065353216 to float)
@g = global <2 x i16> bitcast (i32 65537 to <2 x i16>)
