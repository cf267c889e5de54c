; 4:38: expected a function, alias to function, or ifunc in dso_local_equivalent
; dso_local_equivalent is of a function
@v = global i32 0
@a = global ptr dso_local_equivalent @v
