; A group may be given in several lines
declare void @a() #0
attributes #0 = { nounwind }
attributes #0 = { cold }
