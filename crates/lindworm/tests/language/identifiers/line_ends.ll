; Lines may end in a carriage return and a line feed
@a = global i32 0
define void @f() {
  ret void
}
