; An element that is not there is poison.
define noundef i32 @main() {
  %x = extractelement <2 x i32> zeroinitializer, i32 2
  switch i32 %x, label %end [ i32 1, label %end ] ; UB0303
end:
  ret i32 0
}
