; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(i32 %val, i8 %b) {
  switch i32 %val, label %otherwise [
    i32 0, label %onzero
    i32 1, label %onone
    i32 -2, label %onone
  ]

onzero:                                           ; preds = %onone, %0
  switch i32 0, label %otherwise [
  ]

onone:                                            ; preds = %0, %0
  switch i8 %b, label %onzero [
    i8 -1, label %otherwise
  ]

otherwise:                                        ; preds = %onone, %onzero, %0
  ret void
}
