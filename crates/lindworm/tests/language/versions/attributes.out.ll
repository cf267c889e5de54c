; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @g(ptr dead_on_return)

define void @f(ptr %p) #0 {
  call void @g(ptr dead_on_return %p)
  ret void
}

attributes #0 = { "nooutline" }
