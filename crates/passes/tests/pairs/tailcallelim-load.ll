; passes: tailcallelim
define i32 @own_memory(i32 %n) {
entry:
  %slot = alloca i32
  store i32 %n, ptr %slot
  %done = icmp eq i32 %n, 0
  br i1 %done, label %leave, label %again

leave:
  ret i32 0

again:
  %less = sub i32 %n, 1
  %rest = call i32 @own_memory(i32 %less)
  %own = load i32, ptr %slot
  %sum = add i32 %rest, %own
  ret i32 %sum
}

define i32 @unknown_memory(ptr %p, i32 %n) {
entry:
  %done = icmp eq i32 %n, 0
  br i1 %done, label %leave, label %again

leave:
  store i32 1, ptr %p
  ret i32 0

again:
  %less = sub i32 %n, 1
  %rest = call i32 @unknown_memory(ptr %p, i32 %less)
  %other = load i32, ptr %p
  %sum = add i32 %rest, %other
  ret i32 %sum
}
