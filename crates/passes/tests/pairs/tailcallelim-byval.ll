; passes: tailcallelim
%pair = type { i64, i64 }

define i64 @swap(i64 %n, ptr byval(%pair) align 8 %a, ptr readonly byval(%pair) align 8 %b) {
entry:
  %done = icmp eq i64 %n, 0
  br i1 %done, label %exit, label %again
again:
  %m = sub i64 %n, 1
  %r = tail call i64 @swap(i64 %m, ptr byval(%pair) align 8 %b, ptr byval(%pair) align 8 %a)
  ret i64 %r
exit:
  %v = load i64, ptr %a, align 8
  ret i64 %v
}
