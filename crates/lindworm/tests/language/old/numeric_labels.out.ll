; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @old(i1 %c) {
  br label %"5"

"5":                                              ; preds = %"5", %0
  br i1 %c, label %"5", label %"3"

"3":                                              ; preds = %"5"
  ret void
}

define void @old_backward(i1 %c) {
"0":
  br label %"1"

"1":                                              ; preds = %"1", %"0"
  br i1 %c, label %"1", label %"2"

"2":                                              ; preds = %"1"
  ret void
}

define void @today(i1 %c) {
  br i1 %c, label %"1", label %"4"

1:                                                ; No predecessors!
  br i1 %c, label %"1", label %"4"

"1":                                              ; preds = %1, %0
  br label %"4"

"4":                                              ; preds = %"1", %1, %0
  ret void
}
