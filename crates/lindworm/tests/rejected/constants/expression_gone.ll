; 4:17: mul constexprs are no longer supported
; Constant expressions that are no more
@v = global i32 0
@a = global i32 mul (i32 ptrtoint (ptr @v to i32), i32 3)
