; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: cold
declare void @a() #0

attributes #0 = { cold }
