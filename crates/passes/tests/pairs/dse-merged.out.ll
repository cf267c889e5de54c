
define void @joined(ptr noalias %p, i1 %c) {
entry:
  store i32 305419776, ptr %p, align 4
  br i1 %c, label %a, label %b

a:
  br label %end

b:
  br label %end

end:
  ret void
}

define i8 @read_between(ptr noalias %p, i1 %c) {
entry:
  store i32 305419896, ptr %p, align 4
  br i1 %c, label %a, label %end

a:
  %v = load i8, ptr %p, align 1
  br label %end

end:
  %r = phi i8 [ %v, %a ], [ 0, %entry ]
  store i8 0, ptr %p, align 1
  ret i8 %r
}
