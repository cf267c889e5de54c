; passes: dse
; A constant that overwrites a part of another is merged into it where all paths lead from one store to the other.
define void @joined(ptr noalias %p, i1 %c) {
entry:
  store i32 305419896, ptr %p
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  store i8 0, ptr %p
  ret void
}

define i8 @read_between(ptr noalias %p, i1 %c) {
entry:
  store i32 305419896, ptr %p
  br i1 %c, label %a, label %end
a:
  %v = load i8, ptr %p
  br label %end
end:
  %r = phi i8 [ %v, %a ], [ 0, %entry ]
  store i8 0, ptr %p
  ret i8 %r
}
