; passes: simplifycfg
; An edge on which the condition is known goes to the destination; what the block computes is copied.
define i32 @f(i1 %c, i32 %x) {
entry:
  br i1 %c, label %a, label %b
a:
  call void @g(i32 1)
  br label %join
b:
  call void @g(i32 2)
  br label %join
join:
  %p = phi i1 [ true, %a ], [ %c, %b ]
  %y = add i32 %x, 1
  call void @g(i32 %y)
  br i1 %p, label %t, label %e
t:
  call void @h(i32 3)
  ret i32 1
e:
  call void @h(i32 4)
  ret i32 2
}

declare void @g(i32)
declare void @h(i32)
