; passes: simplifycfg<sink-common-insts>
; Instructions with which predecessors end are sunk, with a phi for an operand that differs.
define i32 @f(i1 %c, i32 %x, i32 %y, ptr %p) {
  br i1 %c, label %a, label %b
a:
  call void @g(i32 1)
  %u = mul nuw i32 %x, 3
  store i32 %u, ptr %p
  br label %out
b:
  call void @h(i32 2)
  %v = mul i32 %y, 3
  store i32 %v, ptr %p
  br label %out
out:
  %w = phi i32 [ %u, %a ], [ %v, %b ]
  ret i32 %w
}

define i32 @three(i32 %s, i32 %x, ptr %p) {
  switch i32 %s, label %out [
    i32 0, label %a
    i32 1, label %b
  ]
a:
  call void @g(i32 1)
  store i32 %x, ptr %p
  br label %out
b:
  call void @h(i32 2)
  store i32 %x, ptr %p
  br label %out
out:
  ret i32 %x
}

declare void @g(i32)
declare void @h(i32)
