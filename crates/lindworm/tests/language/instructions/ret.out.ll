; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @a() {
  ret void
}

define i32 @b() {
  ret i32 5
}

define { i32, i8 } @c() {
  ret { i32, i8 } { i32 4, i8 2 }
}
