
@kept = global ptr @used

define internal void @used() {
  ret void
}
