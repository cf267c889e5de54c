
; Function Attrs: nounwind willreturn memory(argmem: write)
declare void @put(i32, ptr) #0

define void @f(ptr noalias %p, i32 %n) {
e:
  call void @put(i32 7, ptr %p)
  br label %h

h:                                                ; preds = %h, %e
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %x

x:                                                ; preds = %h
  ret void
}

attributes #0 = { nounwind willreturn memory(argmem: write) }
