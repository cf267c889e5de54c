; A `select` on poison gives poison.
define noundef i32 @main() {
  %x = select i1 poison, i32 0, i32 0
  switch i32 %x, label %end [ i32 1, label %end ] ; UB0303
end:
  ret i32 0
}
