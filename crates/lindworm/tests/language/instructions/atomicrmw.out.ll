; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(ptr %p, i32 %x, float %y) {
  %1 = atomicrmw xchg ptr %p, i32 %x monotonic, align 4
  %2 = atomicrmw add ptr %p, i32 %x acquire, align 4
  %3 = atomicrmw sub ptr %p, i32 %x release, align 4
  %4 = atomicrmw and ptr %p, i32 %x acq_rel, align 4
  %5 = atomicrmw nand ptr %p, i32 %x seq_cst, align 4
  %6 = atomicrmw or ptr %p, i32 %x seq_cst, align 8
  %7 = atomicrmw xor ptr %p, i32 %x seq_cst, align 4
  %8 = atomicrmw max ptr %p, i32 %x seq_cst, align 4
  %9 = atomicrmw min ptr %p, i32 %x seq_cst, align 4
  %10 = atomicrmw umax ptr %p, i32 %x seq_cst, align 4
  %11 = atomicrmw umin ptr %p, i32 %x seq_cst, align 4
  %12 = atomicrmw fadd ptr %p, float %y seq_cst, align 4
  %13 = atomicrmw fsub ptr %p, float %y seq_cst, align 4
  %14 = atomicrmw fmax ptr %p, float %y seq_cst, align 4
  %15 = atomicrmw fmin ptr %p, float %y seq_cst, align 4
  %16 = atomicrmw uinc_wrap ptr %p, i32 %x seq_cst, align 4
  %17 = atomicrmw udec_wrap ptr %p, i32 %x seq_cst, align 4
  %18 = atomicrmw usub_cond ptr %p, i32 %x seq_cst, align 4
  %19 = atomicrmw usub_sat ptr %p, i32 %x seq_cst, align 4
  %20 = atomicrmw fmaximum ptr %p, float %y seq_cst, align 4
  %21 = atomicrmw fminimum ptr %p, float %y seq_cst, align 4
  %22 = atomicrmw volatile xchg ptr %p, ptr null syncscope("agent") seq_cst, align 8
  %23 = atomicrmw xchg ptr %p, float %y seq_cst, align 4
  %24 = atomicrmw fadd ptr %p, <2 x half> zeroinitializer seq_cst, align 4
  ret void
}
