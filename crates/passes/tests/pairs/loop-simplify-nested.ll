; passes: loop-simplify
; A phi that keeps its value on a back edge tells an inner loop from an outer one.
define void @f(ptr %p) {
entry:
  br label %header

header:
  %outer = phi i32 [ 0, %entry ], [ %outer, %inner ], [ %outer.next, %again ]
  %c = load volatile i1, ptr %p, align 1
  br i1 %c, label %inner, label %again

inner:
  store i32 %outer, ptr %p, align 4
  br label %header

again:
  %outer.next = add i32 %outer, 1
  br label %header
}
