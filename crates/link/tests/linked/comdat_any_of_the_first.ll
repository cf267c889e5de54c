;--- a
$f = comdat any
@v = linkonce_odr global i32 1, comdat($f)
define linkonce_odr ptr @f() comdat {
  ret ptr @v
}
define ptr @a() {
  %x = call ptr @f()
  ret ptr %x
}
;--- b
$f = comdat any
@v = linkonce_odr global i32 2, comdat($f)
define linkonce_odr ptr @f() comdat {
  ret ptr @v
}
define ptr @b() {
  %x = call ptr @f()
  ret ptr %x
}
;--- linked
$f = comdat any

@v = linkonce_odr global i32 1, comdat($f)

define ptr @a() {
  %x = call ptr @f()
  ret ptr %x
}

define linkonce_odr ptr @f() comdat {
  ret ptr @v
}

define ptr @b() {
  %x = call ptr @f()
  ret ptr %x
}
