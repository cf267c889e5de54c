;--- a
$x = comdat exactmatch
@x = weak_odr global { i32, ptr } { i32 1, ptr @y }, comdat
@y = global i32 0
;--- b
$x = comdat exactmatch
@x = weak_odr global { i32, ptr } { i32 1, ptr @y }, comdat
@y = external global i32
;--- error
Linking COMDATs named 'x': ExactMatch violated!
