; passes: loop-idiom
; A loop that clears bits counts them.
target triple = "wasm32-unknown-unknown"

define i32 @f(i64 %a) {
e:
  %z = icmp eq i64 %a, 0
  br i1 %z, label %x, label %h
h:
  %n = phi i32 [ %m, %h ], [ 0, %e ]
  %v = phi i64 [ %w, %h ], [ %a, %e ]
  %m = add nsw i32 %n, 1
  %u = add i64 %v, -1
  %w = and i64 %u, %v
  %t = icmp eq i64 %w, 0
  br i1 %t, label %x, label %h
x:
  %r = phi i32 [ 0, %e ], [ %m, %h ]
  ret i32 %r
}
