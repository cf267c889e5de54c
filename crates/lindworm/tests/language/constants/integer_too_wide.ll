; A number that does not fit is cut to its type
@a = global i8 256
@b = global i8 -129
@c = global i16 65537
