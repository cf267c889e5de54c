; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @a() {
  br label %1

1:                                                ; preds = %0
  ret void
}

define void @b() {
entry:
  ret void
}
