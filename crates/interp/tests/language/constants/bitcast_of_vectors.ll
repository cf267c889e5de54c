; A `bitcast` of a constant vector has all of its lanes, as an operand, within an expression and as an initializer.

@halves = global <2 x i16> bitcast (i32 1122867 to <2 x i16>)

define i32 @same(i32 %x) {
  ret i32 %x
}

define i32 @main() {
  %passed = call i32 @same(i32 bitcast (<4 x i8> <i8 7, i8 1, i8 2, i8 3> to i32))
  %p = icmp eq i32 %passed, 50462983
  %lane.ok = icmp eq i8 extractelement (<8 x i8> bitcast (double 1.0 to <8 x i8>), i32 6), -16
  %loaded = load i32, ptr @halves
  %l = icmp eq i32 %loaded, 1122867
  %pl = and i1 %p, %l
  %all = and i1 %pl, %lane.ok
  %code = select i1 %all, i32 0, i32 1
  ret i32 %code
}
