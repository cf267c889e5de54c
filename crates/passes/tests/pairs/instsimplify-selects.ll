; passes: instsimplify
declare i16 @llvm.fshr.i16(i16, i16, i16)
declare void @llvm.assume(i1)
declare i8 @llvm.sadd.sat.i8(i8, i8)

define i16 @bit_is_set(i16 %x) {
  %c = icmp slt i16 %x, 0
  %o = or i16 %x, -32768
  %s = select i1 %c, i16 %x, i16 %o
  ret i16 %s
}

define i16 @disjoint_is_kept(i16 %x) {
  %c = icmp slt i16 %x, 0
  %o = or disjoint i16 %x, -32768
  %s = select i1 %c, i16 %x, i16 %o
  ret i16 %s
}

define i16 @low_bits(i16 %x) {
  %c = icmp ult i16 %x, 16
  %a = and i16 %x, 15
  %s = select i1 %c, i16 %x, i16 %a
  ret i16 %s
}

define <2 x i8> @lanes(i1 %c) {
  %s = select i1 %c, <2 x i8> <i8 1, i8 poison>, <2 x i8> <i8 poison, i8 2>
  ret <2 x i8> %s
}

define i16 @rotation_guard(i16 %x, i16 %n) {
  %c = icmp eq i16 %n, 0
  %f = call i16 @llvm.fshr.i16(i16 %x, i16 %x, i16 %n)
  %s = select i1 %c, i16 %x, i16 %f
  ret i16 %s
}

define i1 @assumed_order(i8 %x, i8 %y) {
  %c = icmp sgt i8 %x, %y
  call void @llvm.assume(i1 %c)
  %d = icmp sge i8 %x, %y
  ret i1 %d
}

define i1 @saturated(i8 %x) {
  %s = call i8 @llvm.sadd.sat.i8(i8 %x, i8 20)
  %c = icmp sgt i8 %s, -109
  ret i1 %c
}

define i1 @not_zero(i8 range(i8 3, 0) %x, i8 %y) {
  %o = or i8 %x, %y
  %c = icmp eq i8 %o, 0
  ret i1 %c
}
