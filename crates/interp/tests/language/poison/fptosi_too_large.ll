; A float that does not fit the integer gives poison.
define noundef i32 @main() {
  %x = fptosi double 1.0e10 to i32
  switch i32 %x, label %end [ i32 1, label %end ] ; UB0303
end:
  ret i32 0
}
