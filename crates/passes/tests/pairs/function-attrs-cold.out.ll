declare void @rare() #0

declare void @usual()

define void @always(i1 %c) #0 {
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

attributes #0 = { cold }
