; 4:17: invalid getelementptr indices
; An index is within the type
@v = global { i32 } zeroinitializer
@a = global ptr getelementptr ({ i32 }, ptr @v, i32 0, i32 3)
