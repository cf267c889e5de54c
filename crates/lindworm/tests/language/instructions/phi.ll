; Phis, also of values that come later
define i32 @f(i1 %c) {
LoopHeader:
  br label %Loop
Loop:
  %indvar = phi i32 [ 0, %LoopHeader ], [ %nextindvar, %Loop ]
  %other = phi i32 [ %later, %Loop ], [ undef, %LoopHeader ]
  %nextindvar = add i32 %indvar, 1
  %later = mul i32 %indvar, %other
  br i1 %c, label %Loop, label %out
out:
  ret i32 %indvar
dead:
  %none = phi i32
  unreachable
}
