; Arrays, nested and empty
@a = global [0 x i8] zeroinitializer
@b = global [2 x [3 x i16]] [[3 x i16] [i16 1, i16 2, i16 3], [3 x i16] zeroinitializer]
@c = external global [18446744073709551615 x i8]
