; Up to LLVM 2.9 a label of digits is the name of a block, also where it is defined first. Where text can be read as it is today, it is: `1:` is %1.
define void @old(i1 %c) {
  br label %"5"
5:
  br i1 %c, label %"5", label %"3"
3:
  ret void
}

define void @old_backward(i1 %c) {
0:
  br label %"1"
1:
  br i1 %c, label %"1", label %"2"
2:
  ret void
}

define void @today(i1 %c) {
  br i1 %c, label %"1", label %"4"

1:
  br i1 %c, label %"1", label %"4"

"1":
  br label %"4"

"4":
  ret void
}
