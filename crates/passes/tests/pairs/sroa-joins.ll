; passes: sroa
; Loads and stores through a phi or select become ones of each address.
declare void @read(ptr readonly captures(none))

define i32 @phi(i1 %c, i32 %x) {
entry:
  %a = alloca i32
  %b = alloca i32
  store i32 %x, ptr %a
  store i32 7, ptr %b
  br i1 %c, label %left, label %end
left:
  br label %end
end:
  %p = phi ptr [ %a, %entry ], [ %b, %left ]
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @select(i1 %c, i32 %x, i32 %y) {
  %a = alloca { i32, i32 }
  %q = getelementptr i8, ptr %a, i64 4
  store i32 %x, ptr %a
  store i32 %y, ptr %q
  %p = select i1 %c, ptr %a, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @branch(i1 %c, i32 %x, ptr %other) {
entry:
  %a = alloca i32
  store i32 %x, ptr %a
  %p = select i1 %c, ptr %a, ptr %other
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @store(i1 %c, i32 %x, ptr %other) {
entry:
  %a = alloca i32
  store i32 0, ptr %a
  %p = select i1 %c, ptr %a, ptr %other
  store i32 %x, ptr %p
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @index(i1 %c, i32 %x, i32 %y) {
  %a = alloca [2 x i32]
  %q = getelementptr i8, ptr %a, i64 4
  store i32 %x, ptr %a
  store i32 %y, ptr %q
  %i = select i1 %c, i64 0, i64 1
  %p = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @read_elsewhere(i1 %c, i32 %x) {
entry:
  %a = alloca i32
  store i32 %x, ptr %a
  br i1 %c, label %left, label %end
left:
  store i32 1, ptr %a
  br label %end
end:
  call void @read(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
