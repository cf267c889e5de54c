; `or disjoint` of numbers with a common bit gives poison.
define noundef i32 @main() {
  %x = or disjoint i8 3, 1
  switch i8 %x, label %end [ i8 1, label %end ] ; UB0303
end:
  ret i32 0
}
