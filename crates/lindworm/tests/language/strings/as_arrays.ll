; An array of i8 comes out as a string, of zeros alone as zeroinitializer
@a = constant [3 x i8] [i8 65, i8 66, i8 0]
@b = constant [3 x i8] [i8 0, i8 0, i8 0]
@c = constant [2 x i16] [i16 65, i16 0]
@d = constant [2 x i8] [i8 -1, i8 128]
