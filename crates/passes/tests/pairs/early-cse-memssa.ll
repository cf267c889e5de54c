; passes: early-cse<memssa>
; Writes of other locations leave loads, stores and calls available.
declare void @write() memory(write)
declare i32 @read(ptr) memory(argmem: read) nounwind willreturn

define i32 @load(ptr noalias %p, ptr noalias %q) {
  %a = load i32, ptr %p
  store i32 1, ptr %q
  %b = load i32, ptr %p
  %r = add i32 %a, %b
  ret i32 %r
}

define i32 @may_alias(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 1, ptr %q
  %b = load i32, ptr %p
  %r = add i32 %a, %b
  ret i32 %r
}

define i32 @joined(ptr noalias %p, ptr noalias %q, i1 %c) {
entry:
  %a = load i32, ptr %p
  br i1 %c, label %x, label %y
x:
  store i32 1, ptr %q
  br label %y
y:
  %b = load i32, ptr %p
  %r = add i32 %a, %b
  ret i32 %r
}

define i32 @written_on_one_path(ptr noalias %p, ptr noalias %q, i1 %c) {
entry:
  %a = load i32, ptr %p
  br i1 %c, label %x, label %y
x:
  store i32 1, ptr %p
  br label %y
y:
  %b = load i32, ptr %p
  %r = add i32 %a, %b
  ret i32 %r
}

define i32 @loop(ptr noalias %p, ptr noalias %q, i32 %n) {
entry:
  %a = load i32, ptr %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %b = load i32, ptr %p
  store i32 %b, ptr %q
  %next = add i32 %i, %b
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %a
}

define i32 @call(ptr noalias %p, ptr noalias %q) {
  %a = call i32 @read(ptr %p)
  store i32 1, ptr %q
  %b = call i32 @read(ptr %p)
  %r = add i32 %a, %b
  ret i32 %r
}

define void @restored(ptr noalias %p, ptr noalias %q) {
  %a = load i32, ptr %p
  store i32 1, ptr %q
  store i32 %a, ptr %p
  ret void
}
