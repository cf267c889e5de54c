; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(i32 %i, double %d, float %e, ptr %p, <2 x i16> %v, half %h) {
  %1 = trunc i32 %i to i8
  %2 = zext i32 %i to i64
  %3 = sext i32 %i to i64
  %4 = fptrunc double %d to float
  %5 = fpext float %e to double
  %6 = fptoui double %d to i32
  %7 = fptosi double %d to i7
  %8 = uitofp i32 %i to double
  %9 = sitofp i32 %i to float
  %10 = ptrtoint ptr %p to i64
  %11 = inttoptr i32 %i to ptr
  %12 = bitcast i32 %i to <2 x i16>
  %13 = addrspacecast ptr %p to ptr addrspace(3)
  %14 = ptrtoaddr ptr %p to i64
  %15 = bitcast <2 x i16> %v to float
  %16 = zext <2 x i16> %v to <2 x i32>
  %17 = bitcast ptr %p to ptr
  ret void
}
