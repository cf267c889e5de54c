; 9:3: wrong number of indexes, expected 3
define void @f(i1 %c) {
entry:
  br i1 %c, label %next, label %next
next:
  br i1 %c, label %next, label %exit
exit:
  ret void
  uselistorder label %next, { 1, 0 }
}
