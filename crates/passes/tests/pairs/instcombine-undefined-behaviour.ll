; passes: instcombine
define i1 @one_bit_saturates_to_zero(i1 %a) {
  %not = xor i1 %a, true
  %difference = call i1 @llvm.ssub.sat.i1(i1 %a, i1 %not)
  %is_zero = icmp eq i1 %difference, false
  ret i1 %is_zero
}

define i8 @division_at_an_unknown_index(<4 x i8> %v, i32 %i) {
  %quotients = udiv <4 x i8> splat (i8 9), %v
  %quotient = extractelement <4 x i8> %quotients, i32 %i
  ret i8 %quotient
}

define i8 @division_at_a_known_index(<4 x i8> %v) {
  %quotients = udiv <4 x i8> splat (i8 9), %v
  %quotient = extractelement <4 x i8> %quotients, i32 3
  ret i8 %quotient
}

define i8 @count_of_zero_has_no_range(i8 %x) {
  %count = call i8 @llvm.cttz.i8(i8 %x, i1 true), !range !0
  %is_zero = icmp eq i8 %x, 0
  %result = select i1 %is_zero, i8 8, i8 %count
  ret i8 %result
}

define i8 @count_of_zero_is_not_defined(i8 %x) {
  %count = call noundef i8 @llvm.cttz.i8(i8 %x, i1 false)
  %is_zero = icmp eq i8 %x, 0
  %result = select i1 %is_zero, i8 77, i8 %count
  ret i8 %result
}

define i8 @division_before_the_check(i64 %x) {
  %low = trunc i64 %x to i16
  %quotient = udiv i16 77, %low
  %is_small = icmp ult i64 %x, 256
  br i1 %is_small, label %small, label %large

small:
  %narrow = trunc i16 %quotient to i8
  ret i8 %narrow

large:
  ret i8 0
}

define void @copied_list(ptr %from, ptr %to, ...) {
  call void @llvm.va_start.p0(ptr %from)
  call void @llvm.va_copy.p0(ptr %to, ptr %from)
  call void @llvm.va_end.p0(ptr %from)
  ret void
}

declare i1 @llvm.ssub.sat.i1(i1, i1)
declare i8 @llvm.cttz.i8(i8, i1)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
declare void @llvm.va_end.p0(ptr)

!0 = !{i8 0, i8 8}
