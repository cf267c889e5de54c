; A `select` gives what it takes, whatever the other operand is.
define noundef i32 @main() {
  %x = select i1 false, i32 poison, i32 0
  ret i32 %x
}
