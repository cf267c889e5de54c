define i32 @operations(ptr %p, i32 %x) {
  %a = load i32, ptr %p, align 4
  store volatile i32 %a, ptr %p, align 4
  %1 = load i32, ptr %p, align 4
  store i32 %x, ptr %p, align 4
  %2 = load i32, ptr %p, align 4
  %3 = and i32 %2, %1
  %new = xor i32 %3, -1
  store i32 %new, ptr %p, align 4
  %4 = load i32, ptr %p, align 4
  %5 = icmp ule i32 %4, %2
  %new1 = select i1 %5, i32 %4, i32 %2
  store i32 %new1, ptr %p, align 4
  %6 = load i32, ptr %p, align 4
  %7 = sub i32 %6, 1
  %8 = icmp eq i32 %6, 0
  %9 = icmp ugt i32 %6, %4
  %10 = or i1 %8, %9
  %new2 = select i1 %10, i32 %4, i32 %7
  store i32 %new2, ptr %p, align 4
  %11 = load i32, ptr %p, align 4
  %new3 = call i32 @llvm.usub.sat.i32(i32 %11, i32 %6)
  store i32 %new3, ptr %p, align 4
  %12 = load i32, ptr %p, align 4
  %13 = add i32 %12, 1
  %14 = icmp uge i32 %12, %11
  %new4 = select i1 %14, i32 0, i32 %13
  store i32 %new4, ptr %p, align 4
  ret i32 %12
}

define float @floats(ptr %p, float %x) {
  %1 = load float, ptr %p, align 4
  %new = fadd float %1, %x
  store float %new, ptr %p, align 4
  %2 = load float, ptr %p, align 4
  %3 = call float @llvm.maxnum.f32(float %2, float %1)
  store float %3, ptr %p, align 4
  ret float %2
}

define i1 @exchange(ptr %p, i32 %old, i32 %new) {
  %1 = load i32, ptr %p, align 4
  %2 = icmp eq i32 %1, %old
  %3 = select i1 %2, i32 %new, i32 %1
  store i32 %3, ptr %p, align 4
  %4 = insertvalue { i32, i1 } poison, i32 %1, 0
  %5 = insertvalue { i32, i1 } %4, i1 %2, 1
  %done = extractvalue { i32, i1 } %5, 1
  ret i1 %done
}

declare i32 @llvm.usub.sat.i32(i32, i32) #0

declare float @llvm.maxnum.f32(float, float) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
