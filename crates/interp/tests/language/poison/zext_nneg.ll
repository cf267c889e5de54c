; `zext nneg` of a negative number gives poison, of another one that number.
define noundef i32 @main() {
  %a = zext nneg i8 127 to i16
  %right = icmp eq i16 %a, 127
  br i1 %right, label %next, label %next
next:
  %b = zext nneg i8 -1 to i16
  switch i16 %b, label %end [ i16 1, label %end ] ; UB0303
end:
  ret i32 0
}
