; nuw, nsw, exact, disjoint; nuw comes out first
define void @f(i32 %a, <2 x i8> %v) {
  %1 = add nuw i32 %a, 1
  %2 = add nsw i32 %a, 1
  %3 = add nsw nuw i32 %a, 1
  %4 = sub nuw nsw i32 4, %a
  %5 = mul nsw i32 %a, %a
  %6 = shl nuw nsw i32 %a, 2
  %7 = udiv exact i32 %a, 2
  %8 = sdiv exact i32 %a, 2
  %9 = lshr exact i32 %a, 2
  %10 = ashr exact i32 %a, 2
  %11 = or disjoint i32 %a, 2
  %12 = add nuw <2 x i8> %v, splat (i8 1)
  ret void
}
