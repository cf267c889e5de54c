; passes: globalopt
; Pointers that a leak checker follows stay stored, unless the memory is allocated only for that.
@root = internal global ptr null
@hidden = private global ptr null
@number = internal global i64 0
@table = internal global { i32, [2 x ptr] } zeroinitializer
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized")

define void @stored(ptr %p, i64 %n) {
  store ptr %p, ptr @root
  store ptr %p, ptr @hidden
  store i64 %n, ptr @number
  store ptr %p, ptr getelementptr inbounds ({ i32, [2 x ptr] }, ptr @table, i64 0, i32 1, i64 1)
  ret void
}

@dead = internal global ptr null

define void @allocated() {
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr @dead
  store ptr null, ptr @dead
  ret void
}
