; 4:36: expected comma after getelementptr's type
; getelementptr has a comma after its type
@v = global i32 0
@a = global ptr getelementptr (i32 ptr @v)
