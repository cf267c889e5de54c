; passes: simplifycfg<switch-range-to-icmp;forward-switch-cond>
; Switches that become comparisons, selects, or smaller switches.
define i32 @range(i32 %x) {
  switch i32 %x, label %out [
    i32 3, label %in
    i32 4, label %in
    i32 5, label %in
  ]
in:
  call void @g()
  ret i32 1
out:
  ret i32 %x
}

define i32 @two_values(i32 %x) {
  switch i32 %x, label %out [
    i32 3, label %a
    i32 40, label %b
  ]
a:
  br label %out
b:
  br label %out
out:
  %v = phi i32 [ 0, %0 ], [ 7, %a ], [ 9, %b ]
  ret i32 %v
}

define i32 @mask(i32 %x) {
  switch i32 %x, label %out [
    i32 0, label %a
    i32 2, label %a
    i32 8, label %a
    i32 10, label %a
  ]
a:
  br label %out
out:
  %v = phi i32 [ 5, %0 ], [ 6, %a ]
  ret i32 %v
}

define void @dead_cases(i8 %x) {
  %odd = or i8 %x, 1
  switch i8 %odd, label %out [
    i8 1, label %a
    i8 2, label %b
    i8 3, label %b
  ]
a:
  call void @g()
  br label %out
b:
  call void @h()
  br label %out
out:
  ret void
}

define void @equal_arms(i32 %x, ptr %p) {
  switch i32 %x, label %out [
    i32 1, label %a
    i32 7, label %b
    i32 19, label %c
  ]
a:
  br label %join
b:
  br label %join
c:
  call void @h()
  br label %join
join:
  %v = phi i32 [ 1, %a ], [ 1, %b ], [ 2, %c ]
  store i32 %v, ptr %p
  br label %out
out:
  ret void
}

declare void @g()
declare void @h()
