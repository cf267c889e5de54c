; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(ptr %addr) {
  indirectbr ptr %addr, [label %bb1, label %bb2, label %bb1]

bb1:                                              ; preds = %0, %0
  indirectbr ptr %addr, []

bb2:                                              ; preds = %0
  ret void
}
