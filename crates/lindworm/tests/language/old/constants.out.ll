; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global [4 x i32] zeroinitializer
@b = global ptr getelementptr inbounds ([4 x i32], ptr @a, i32 0, i32 2)
@c = global i64 ptrtoint (ptr getelementptr (i32, ptr null, i64 1) to i64)
@d = global ptr inttoptr (i64 5 to ptr)
@e = global ptr addrspace(1) addrspacecast (ptr @a to ptr addrspace(1))
@f = global [2 x ptr] [ptr null, ptr @b]
