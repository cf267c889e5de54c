; 3:27: use of undefined comdat '$c'
; A comdat that is used is defined
@a = global i32 0, comdat($c)
