; ModuleID = '<stdin>'
source_filename = "<stdin>"

%s = type { i32, [4 x i16] }

@v = global %s zeroinitializer
@a = global ptr getelementptr (%s, ptr @v, i32 0, i32 1, i32 2)
@b = global ptr getelementptr inbounds (%s, ptr @v, i64 1)
@c = global ptr getelementptr nuw (i8, ptr @v, i64 3)
@d = global ptr getelementptr nusw nuw (i8, ptr @v, i64 3)
@e = global ptr @v
@f = global ptr getelementptr inrange(-4, 8) (i8, ptr @v, i64 4)
@g = global <2 x ptr> getelementptr (i8, ptr @v, <2 x i64> <i64 1, i64 2>)
@h = global ptr getelementptr (%s, ptr null, i64 1)
