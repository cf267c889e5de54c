; ModuleID = '<stdin>'
source_filename = "<stdin>"

$ss = comdat samesize

$"quoted name" = comdat any

$any = comdat any

$em = comdat exactmatch

$l = comdat largest

$nd = comdat nodeduplicate

@any = global i32 0, comdat
@em2 = global i32 0, comdat($em)
@l = global i32 0, comdat
@nd = global i32 0, comdat

define void @ss() comdat {
  ret void
}

define void @q() comdat($"quoted name") {
  ret void
}
