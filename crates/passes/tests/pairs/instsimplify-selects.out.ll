; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.fshr.i16(i16, i16, i16) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i8 @llvm.sadd.sat.i8(i8, i8) #0

define i16 @bit_is_set(i16 %x) {
  %o = or i16 %x, -32768
  ret i16 %o
}

define i16 @disjoint_is_kept(i16 %x) {
  %c = icmp slt i16 %x, 0
  %o = or disjoint i16 %x, -32768
  %s = select i1 %c, i16 %x, i16 %o
  ret i16 %s
}

define i16 @low_bits(i16 %x) {
  %a = and i16 %x, 15
  ret i16 %a
}

define <2 x i8> @lanes(i1 %c) {
  ret <2 x i8> <i8 1, i8 2>
}

define i16 @rotation_guard(i16 %x, i16 %n) {
  %f = call i16 @llvm.fshr.i16(i16 %x, i16 %x, i16 %n)
  ret i16 %f
}

define i1 @assumed_order(i8 %x, i8 %y) {
  %c = icmp sgt i8 %x, %y
  call void @llvm.assume(i1 %c)
  ret i1 true
}

define i1 @saturated(i8 %x) {
  ret i1 true
}

define i1 @not_zero(i8 range(i8 3, 0) %x, i8 %y) {
  ret i1 false
}

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
