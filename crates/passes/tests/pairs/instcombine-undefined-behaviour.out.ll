define i1 @one_bit_saturates_to_zero(i1 %a) {
  %not = xor i1 %a, true
  %difference = call i1 @llvm.ssub.sat.i1(i1 %a, i1 %not)
  %is_zero = xor i1 %difference, true
  ret i1 %is_zero
}

define i8 @division_at_an_unknown_index(<4 x i8> %v, i32 %i) {
  %quotients = udiv <4 x i8> splat (i8 9), %v
  %quotient = extractelement <4 x i8> %quotients, i32 %i
  ret i8 %quotient
}

define i8 @division_at_a_known_index(<4 x i8> %v) {
  %1 = extractelement <4 x i8> %v, i64 3
  %quotient = udiv i8 9, %1
  ret i8 %quotient
}

define i8 @count_of_zero_has_no_range(i8 %x) {
  %count = call range(i8 0, 9) i8 @llvm.cttz.i8(i8 %x, i1 false)
  ret i8 %count
}

define i8 @count_of_zero_is_not_defined(i8 %x) {
  %count = call range(i8 0, 9) i8 @llvm.cttz.i8(i8 %x, i1 true)
  %is_zero = icmp eq i8 %x, 0
  %result = select i1 %is_zero, i8 77, i8 %count
  ret i8 %result
}

define i8 @division_before_the_check(i64 %x) {
  %is_small = icmp ult i64 %x, 256
  br i1 %is_small, label %small, label %large

small:                                            ; preds = %0
  %low = trunc nuw i64 %x to i8
  %quotient = udiv i8 77, %low
  ret i8 %quotient

large:                                            ; preds = %0
  ret i8 0
}

define void @copied_list(ptr %from, ptr %to, ...) {
  call void @llvm.va_start.p0(ptr %from)
  call void @llvm.va_copy.p0(ptr %to, ptr %from)
  call void @llvm.va_end.p0(ptr %from)
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.ssub.sat.i1(i1, i1) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i8 @llvm.cttz.i8(i8, i1 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_copy.p0(ptr, ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #2

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn }
