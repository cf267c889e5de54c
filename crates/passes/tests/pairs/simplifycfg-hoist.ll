; passes: simplifycfg<hoist-common-insts>
; Instructions with which both sides begin are hoisted; flags, attributes and metadata that only one has are dropped.
define i32 @f(i1 %c, i32 %x, ptr %p) {
  br i1 %c, label %a, label %b
a:
  %u = add nsw i32 %x, 7
  %l = load i32, ptr %p, !noundef !0
  call void @g(i32 noundef %u)
  call void @h(i32 %l)
  ret i32 %u
b:
  %v = add i32 %x, 7
  %m = load i32, ptr %p
  call void @g(i32 %v)
  ret i32 %m
}

define void @order(i1 %c, ptr %p, ptr %q) {
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %p
  %l = load i32, ptr %q
  call void @g(i32 %l)
  ret void
b:
  store i32 2, ptr %p
  %m = load i32, ptr %q
  call void @h(i32 %m)
  ret void
}

declare void @g(i32)
declare void @h(i32)

!0 = !{}
