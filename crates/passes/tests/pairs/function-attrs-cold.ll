; passes: function-attrs
; A function all of whose ways lead to a call of a cold function is cold.

declare void @rare() cold
declare void @usual()

define void @always(i1 %c) {
  br i1 %c, label %a, label %b

a:
  call void @rare()
  ret void

b:
  call void @rare()
  ret void
}

define void @sometimes(i1 %c) {
  br i1 %c, label %a, label %b

a:
  call void @rare()
  ret void

b:
  call void @usual()
  ret void
}
