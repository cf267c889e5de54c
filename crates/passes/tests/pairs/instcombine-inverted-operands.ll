; passes: instcombine
define i1 @a_comparison_or_its_inverse(ptr %p, i32 %x, i1 %c) "instcombine-no-verify-fixpoint" {
entry:
  %local = alloca i32
  %low = icmp ult i32 %x, 9
  br label %loop

loop:
  %before = phi i1 [ %low, %entry ], [ %c, %loop ]
  %inverse = xor i1 %before, true
  %either = or i1 %low, %inverse
  %neither = xor i1 %either, true
  store i1 %neither, ptr %p
  store i32 3, ptr %local
  %number = load i32, ptr %local
  %again = icmp eq i32 %number, 4
  br i1 %again, label %loop, label %exit

exit:
  %result = xor i1 %either, true
  ret i1 %result
}
