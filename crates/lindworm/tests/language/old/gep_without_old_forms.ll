; A constant getelementptr that LLVM 22 reads does not become `inbounds`, whatever its pointers are written as.
@s = external global { i8, i32 }
@f = global i32* getelementptr ({ i8, i32 }, { i8, i32 }* @s, i32 0, i32 1)
