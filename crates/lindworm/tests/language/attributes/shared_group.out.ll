; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @a() #0

define void @b() {
  call void @a() #0
  ret void
}

attributes #0 = { "x" }
