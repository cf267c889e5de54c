; passes: adce
; A switch that nothing depends on goes to the block that is nearest to the end, and phis lose the other entries.
define i32 @f(i32 %a, i32 %b) {
entry:
  switch i32 %a, label %one [
    i32 1, label %two
    i32 2, label %end
    i32 3, label %end
  ]

one:
  br label %two

two:
  br label %end

end:
  ret i32 %b
}
