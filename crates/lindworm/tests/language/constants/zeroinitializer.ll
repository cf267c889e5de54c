; All zeros of an aggregate come out as zeroinitializer
@a = global [2 x i32] [i32 0, i32 0]
@b = global { i32, ptr } { i32 0, ptr null }
@c = global <2 x float> <float 0.0, float 0.0>
@d = global <2 x float> <float 0.0, float -0.0>
@e = global i32 zeroinitializer
@f = global ptr zeroinitializer
@g = global double zeroinitializer
