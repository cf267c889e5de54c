; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: noinline nounwind memory(read) alignstack(16) uwtable vscale_range(1,2)
define void @a() #0 {
  ret void
}

attributes #0 = { noinline nounwind memory(read) alignstack=16 uwtable vscale_range(1,2) "s"="t" }
