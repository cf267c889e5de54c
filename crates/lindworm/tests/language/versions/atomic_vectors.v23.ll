; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(ptr %p, <4 x i32> %i, <2 x float> %x, <2 x ptr> %q, float %y) {
  %a = atomicrmw add ptr %p, <4 x i32> %i seq_cst, align 16
  %b = atomicrmw elementwise umax ptr %p, <4 x i32> %i monotonic, align 4
  %c = atomicrmw volatile elementwise fadd ptr %p, <2 x float> %x syncscope("agent") acq_rel, align 8
  %d = atomicrmw elementwise xchg ptr %p, <2 x ptr> %q release, align 16
  %e = atomicrmw fmaximumnum ptr %p, float %y acquire, align 4
  %g = atomicrmw fminimumnum ptr %p, <2 x float> %x seq_cst, align 8
  ret void
}
