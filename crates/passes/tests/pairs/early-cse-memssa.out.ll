
; Function Attrs: memory(write)
declare void @write() #0

; Function Attrs: nounwind willreturn memory(argmem: read)
declare i32 @read(ptr) #1

define i32 @load(ptr noalias %p, ptr noalias %q) {
  %a = load i32, ptr %p, align 4
  store i32 1, ptr %q, align 4
  %r = add i32 %a, %a
  ret i32 %r
}

define i32 @may_alias(ptr %p, ptr %q) {
  %a = load i32, ptr %p, align 4
  store i32 1, ptr %q, align 4
  %b = load i32, ptr %p, align 4
  %r = add i32 %a, %b
  ret i32 %r
}

define i32 @joined(ptr noalias %p, ptr noalias %q, i1 %c) {
entry:
  %a = load i32, ptr %p, align 4
  br i1 %c, label %x, label %y

x:
  store i32 1, ptr %q, align 4
  br label %y

y:
  %r = add i32 %a, %a
  ret i32 %r
}

define i32 @written_on_one_path(ptr noalias %p, ptr noalias %q, i1 %c) {
entry:
  %a = load i32, ptr %p, align 4
  br i1 %c, label %x, label %y

x:
  store i32 1, ptr %p, align 4
  br label %y

y:
  %b = load i32, ptr %p, align 4
  %r = add i32 %a, %b
  ret i32 %r
}

define i32 @loop(ptr noalias %p, ptr noalias %q, i32 %n) {
entry:
  %a = load i32, ptr %p, align 4
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %a, ptr %q, align 4
  %next = add i32 %i, %a
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %exit

exit:
  ret i32 %a
}

define i32 @call(ptr noalias %p, ptr noalias %q) {
  %a = call i32 @read(ptr %p)
  store i32 1, ptr %q, align 4
  %r = add i32 %a, %a
  ret i32 %r
}

define void @restored(ptr noalias %p, ptr noalias %q) {
  %a = load i32, ptr %p, align 4
  store i32 1, ptr %q, align 4
  ret void
}

attributes #0 = { memory(write) }
attributes #1 = { nounwind willreturn memory(argmem: read) }
