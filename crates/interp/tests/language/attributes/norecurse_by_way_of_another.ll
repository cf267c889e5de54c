; It must not be called by what it calls.
define void @first(i32 %n) norecurse {
  call void @second(i32 %n)
  ret void
}

define void @second(i32 %n) {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %out, label %more
more:
  call void @first(i32 0) ; UB0528
  ret void
out:
  ret void
}

define noundef i32 @main() {
  call void @first(i32 1)
  ret i32 0
}
