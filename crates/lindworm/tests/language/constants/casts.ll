; Constant expressions that convert
@v = global i32 0
@a = global i64 ptrtoint (ptr @v to i64)
@b = global ptr inttoptr (i64 4096 to ptr)
@c = global i32 trunc (i64 ptrtoint (ptr @v to i64) to i32)
@d = global ptr addrspace(1) addrspacecast (ptr @v to ptr addrspace(1))
@e = global i64 ptrtoaddr (ptr @v to i64)
@f = global ptr bitcast (ptr @v to ptr)
@g = global <1 x i64> bitcast (i64 ptrtoint (ptr @v to i64) to <1 x i64>)
