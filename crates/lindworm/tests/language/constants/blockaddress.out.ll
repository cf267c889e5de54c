; ModuleID = '<stdin>'
source_filename = "<stdin>"

@t = global [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %1)]

define void @f() {
  br label %a

a:                                                ; preds = %0
  br label %1

1:                                                ; preds = %a
  ret void
}

define ptr @g() {
  ret ptr blockaddress(@f, %a)
}
