; passes: correlated-propagation
; Ranges of values that conditions on bits of them imply.
declare void @use(i1)
declare i8 @llvm.ctpop.i8(i8)

define void @union(i32 %a, i32 %b) {
  %or = or i32 %a, %b
  %c = icmp ult i32 %or, 42
  br i1 %c, label %yes, label %no
yes:
  %x = icmp ult i32 %a, 42
  call void @use(i1 %x)
  %y = icmp ult i32 %b, 43
  call void @use(i1 %y)
  ret void
no:
  ret void
}

define void @intersection(i32 %a, i32 %b) {
  %and = and i32 %a, %b
  %c = icmp ugt i32 %and, 42
  br i1 %c, label %yes, label %no
yes:
  %x = icmp ugt i32 %a, 42
  call void @use(i1 %x)
  %y = icmp ugt i32 %b, 41
  call void @use(i1 %y)
  ret void
no:
  ret void
}

define void @shifted(i8 %a) {
  %s = ashr i8 %a, 2
  %c = icmp sgt i8 %s, 1
  br i1 %c, label %yes, label %no
yes:
  %x = icmp sgt i8 %a, 7
  call void @use(i1 %x)
  %y = icmp ne i8 %a, 7
  call void @use(i1 %y)
  ret void
no:
  ret void
}

define void @bit(i8 %a) {
  %c = trunc i8 %a to i1
  br i1 %c, label %yes, label %no
yes:
  %x = icmp ne i8 %a, 0
  call void @use(i1 %x)
  ret void
no:
  %y = icmp ne i8 %a, -1
  call void @use(i1 %y)
  ret void
}

define void @bits(i8 %a) {
  %n = call i8 @llvm.ctpop.i8(i8 %a)
  %c = icmp eq i8 %n, 3
  br i1 %c, label %yes, label %no
yes:
  %x = icmp uge i8 %a, 7
  call void @use(i1 %x)
  %y = icmp ule i8 %a, -32
  call void @use(i1 %y)
  ret void
no:
  ret void
}
