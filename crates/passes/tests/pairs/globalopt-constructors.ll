; passes: globalopt
@llvm.global_ctors = appending global [4 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @fields, ptr null },
  { i32, ptr, ptr } { i32 65535, ptr @calls, ptr null },
  { i32, ptr, ptr } { i32 65535, ptr @loops, ptr null },
  { i32, ptr, ptr } { i32 65535, ptr @unknown, ptr null }]

@pair = global { i32, [2 x i16] } zeroinitializer
@copy = global i32 0
@result = global i32 0
@counter = global i32 0
declare i32 @external()

define internal void @fields() {
  store i32 5, ptr @pair
  store i16 7, ptr getelementptr (i8, ptr @pair, i64 6)
  %v = load i32, ptr @pair
  store i32 %v, ptr @copy
  ret void
}

define internal i32 @twice(i32 %n) {
  %slot = alloca i32
  store i32 %n, ptr %slot
  %c = icmp ugt i32 %n, 10
  br i1 %c, label %big, label %small
big:
  ret i32 0
small:
  %v = load i32, ptr %slot
  %d = shl i32 %v, 1
  ret i32 %d
}

define internal void @calls() {
  %r = call i32 @twice(i32 4)
  %s = call i32 @twice(i32 %r)
  store i32 %s, ptr @result
  ret void
}

define internal void @loops() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %n = add i32 %i, 1
  store i32 %n, ptr @counter
  %c = icmp ult i32 %n, 3
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define internal void @unknown() {
  %v = call i32 @external()
  store i32 %v, ptr @copy
  ret void
}
