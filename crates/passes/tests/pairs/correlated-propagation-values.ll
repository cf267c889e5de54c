; passes: correlated-propagation
; Selects and phis by the edge that uses them, assumptions, and calls that become simpler.
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare void @llvm.assume(i1)
declare void @take(ptr)

define i32 @select(i1 %c, i32 %a, i32 %b) {
entry:
  %s = select i1 %c, i32 %a, i32 %b
  br i1 %c, label %yes, label %no

yes:
  %p = phi i32 [ %s, %entry ]
  ret i32 %p

no:
  ret i32 %s
}

define i32 @calls(i32 %x) {
  %is = icmp ult i32 %x, 50
  call void @llvm.assume(i1 %is)
  %a = call i32 @llvm.abs.i32(i32 %x, i1 false)
  %b = call i32 @llvm.smax.i32(i32 %a, i32 60)
  %c = call i32 @llvm.uadd.sat.i32(i32 %x, i32 %b)
  ret i32 %c
}

define void @pointer(ptr %p) {
entry:
  %is = icmp eq ptr %p, null
  br i1 %is, label %end, label %use

use:
  call void @take(ptr %p)
  br label %end

end:
  ret void
}

define i32 @phi(i32 %x) {
entry:
  switch i32 %x, label %end [
    i32 1, label %one
  ]

one:
  br label %end

end:
  %p = phi i32 [ 1, %one ], [ %x, %entry ]
  %q = add i32 %p, 1
  ret i32 %q
}
