; Every operation of atomicrmw
define void @f(ptr %p, i32 %x, float %y) {
  %1 = atomicrmw xchg ptr %p, i32 %x monotonic
  %2 = atomicrmw add ptr %p, i32 %x acquire
  %3 = atomicrmw sub ptr %p, i32 %x release
  %4 = atomicrmw and ptr %p, i32 %x acq_rel
  %5 = atomicrmw nand ptr %p, i32 %x seq_cst
  %6 = atomicrmw or ptr %p, i32 %x seq_cst, align 8
  %7 = atomicrmw xor ptr %p, i32 %x seq_cst
  %8 = atomicrmw max ptr %p, i32 %x seq_cst
  %9 = atomicrmw min ptr %p, i32 %x seq_cst
  %10 = atomicrmw umax ptr %p, i32 %x seq_cst
  %11 = atomicrmw umin ptr %p, i32 %x seq_cst
  %12 = atomicrmw fadd ptr %p, float %y seq_cst
  %13 = atomicrmw fsub ptr %p, float %y seq_cst
  %14 = atomicrmw fmax ptr %p, float %y seq_cst
  %15 = atomicrmw fmin ptr %p, float %y seq_cst
  %16 = atomicrmw uinc_wrap ptr %p, i32 %x seq_cst
  %17 = atomicrmw udec_wrap ptr %p, i32 %x seq_cst
  %18 = atomicrmw usub_cond ptr %p, i32 %x seq_cst
  %19 = atomicrmw usub_sat ptr %p, i32 %x seq_cst
  %20 = atomicrmw fmaximum ptr %p, float %y seq_cst
  %21 = atomicrmw fminimum ptr %p, float %y seq_cst
  %22 = atomicrmw volatile xchg ptr %p, ptr null syncscope("agent") seq_cst
  %23 = atomicrmw xchg ptr %p, float %y seq_cst
  %24 = atomicrmw fadd ptr %p, <2 x half> zeroinitializer seq_cst
  ret void
}
