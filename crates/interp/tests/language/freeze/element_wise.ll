; A vector is frozen lane by lane: those that are well defined stay.
define noundef i32 @main() {
  %v = freeze <3 x i32> <i32 undef, i32 poison, i32 5>
  %a = extractelement <3 x i32> %v, i32 0
  %b = extractelement <3 x i32> %v, i32 1
  %c = extractelement <3 x i32> %v, i32 2
  %a2 = add i32 %a, %a
  %b2 = add i32 %b, %b
  %both = or i32 %a2, %b2
  %odd = and i32 %both, 1
  %rest = sub i32 %c, 5
  %r = or i32 %odd, %rest
  ret i32 %r
}
