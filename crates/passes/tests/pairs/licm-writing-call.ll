; passes: loop-mssa(licm)
; A call that only writes, the same in each iteration, is hoisted.
declare void @put(i32, ptr) memory(argmem: write) nounwind willreturn

define void @f(ptr noalias %p, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  call void @put(i32 7, ptr %p)
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %x
x:
  ret void
}
