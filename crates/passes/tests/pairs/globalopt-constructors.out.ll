@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @loops, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @unknown, ptr null }]
@pair = local_unnamed_addr global { i32, [2 x i16] } { i32 5, [2 x i16] [i16 0, i16 7] }
@copy = local_unnamed_addr global i32 5
@result = local_unnamed_addr global i32 16
@counter = local_unnamed_addr global i32 0

declare i32 @external() local_unnamed_addr

define internal void @loops() {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %n = add i32 %i, 1
  store i32 %n, ptr @counter, align 4
  %c = icmp ult i32 %n, 3
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

define internal void @unknown() {
  %v = call i32 @external()
  store i32 %v, ptr @copy, align 4
  ret void
}
