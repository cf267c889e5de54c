; Use-list orders of globals and blocks
@g = global i32 0
@p = global [3 x ptr] [ptr @g, ptr @g, ptr null]
define void @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  ret void
}
define ptr @h() {
  %x = load ptr, ptr @g
  store ptr %x, ptr @g
  ret ptr @g
}
uselistorder_bb @f, %b, { 1, 0 }
