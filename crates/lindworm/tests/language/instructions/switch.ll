; Switches, also with no case, and with one target twice
define void @f(i32 %val, i8 %b) {
  switch i32 %val, label %otherwise [ i32 0, label %onzero
                                      i32 1, label %onone
                                      i32 -2, label %onone ]
onzero:
  switch i32 0, label %otherwise [ ]
onone:
  switch i8 %b, label %onzero [ i8 u0xFF, label %otherwise ]
otherwise:
  ret void
}
