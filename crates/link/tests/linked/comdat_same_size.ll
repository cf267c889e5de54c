;--- a
$x = comdat samesize
@x = global i32 1, comdat
;--- b
$x = comdat samesize
@x = global i64 2, comdat
;--- error
Linking COMDATs named 'x': SameSize violated!
