; Constant expressions of typed pointers
@a = global [4 x i32] zeroinitializer
@b = global i32* getelementptr inbounds ([4 x i32], [4 x i32]* @a, i32 0, i32 2)
@c = global i64 ptrtoint (i32* getelementptr (i32, i32* null, i64 1) to i64)
@d = global i8* inttoptr (i64 5 to i8*)
@e = global i8 addrspace(1)* addrspacecast (i8* bitcast ([4 x i32]* @a to i8*) to i8 addrspace(1)*)
@f = global [2 x i8*] [i8* null, i8* bitcast (i32** @b to i8*)]
