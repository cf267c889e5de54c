; Of a vector, each lane is looked at.
@x = global <2 x i8> <i8 2, i8 1>

define noundef i32 @main() {
  %e = load <2 x i8>, ptr @x, !range !0
  %b = extractelement <2 x i8> %e, i32 1
  %right = icmp eq i8 %b, 1
  br i1 %right, label %next, label %next
next:
  %a = extractelement <2 x i8> %e, i32 0
  switch i8 %a, label %end [ i8 1, label %end ] ; UB0303
end:
  ret i32 0
}

!0 = !{i8 0, i8 2}
