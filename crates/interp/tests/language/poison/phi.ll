; A `phi` gives the value of the way that was taken, whatever the others are.
define noundef i32 @main() {
  br i1 true, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %x = phi i32 [ 0, %a ], [ poison, %b ]
  ret i32 %x
}
