
@root = internal unnamed_addr global ptr null
@table = internal unnamed_addr global { i32, [2 x ptr] } zeroinitializer

define void @stored(ptr %p, i64 %n) local_unnamed_addr {
  store ptr %p, ptr @root, align 8
  store ptr %p, ptr getelementptr inbounds ({ i32, [2 x ptr] }, ptr @table, i64 0, i32 1, i64 1), align 8
  ret void
}

define void @allocated() local_unnamed_addr {
  ret void
}
