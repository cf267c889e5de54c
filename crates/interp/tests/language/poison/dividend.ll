; A poison dividend gives poison, no undefined behaviour.
define noundef i32 @main() {
  %x = udiv i32 poison, 3
  ret i32 0
}
