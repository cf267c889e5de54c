;--- a
$x = comdat nodeduplicate
@x = weak global i32 1, comdat
;--- b
$x = comdat nodeduplicate
@x = weak global i32 2, comdat
;--- linked
$x = comdat nodeduplicate

@x = weak global i32 1, comdat
@0 = private global i32 2, comdat($x)
