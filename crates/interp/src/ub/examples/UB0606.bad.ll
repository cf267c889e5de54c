@x = global double 0x7FF8000000000000

define i32 @main() {
  %x = load double, ptr @x, !nofpclass !0, !noundef !1 ; UB
  ret i32 0
}

; 3 is both kinds of NaN.
!0 = !{i32 3}
!1 = !{}
