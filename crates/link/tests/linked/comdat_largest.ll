;--- a
$x = comdat largest
@x = linkonce_odr global i32 1, comdat
@p = global ptr @x
;--- b
$x = comdat largest
@x = linkonce_odr global i64 2, comdat
@q = global ptr @x
;--- linked
$x = comdat largest

@p = global ptr @x
@x = linkonce_odr global i64 2, comdat
@q = global ptr @x
