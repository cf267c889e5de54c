define i32 @main() {
  br label %loop
loop:
  %n = phi i32 [ 3, %0 ], [ %less, %loop ]
  %less = sub i32 %n, 1
  %more = icmp ne i32 %less, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 0
}

!0 = !{!"loop_header_weight", i64 100}
