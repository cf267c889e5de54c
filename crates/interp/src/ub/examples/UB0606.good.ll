@x = global double 0.0

define i32 @main() {
  %x = load double, ptr @x, !nofpclass !0, !noundef !1
  ret i32 0
}

; 3 is both kinds of NaN.
!0 = !{i32 3}
!1 = !{}
