; A volatile access may.
@x = global i32 0

define i32 @get() nosync {
  %v = load volatile i32, ptr @x ; UB0527
  ret i32 %v
}

define noundef i32 @main() {
  %v = call i32 @get()
  ret i32 %v
}
