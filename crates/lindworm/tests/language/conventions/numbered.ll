; A convention may be given by number; it comes out by name if it has one
declare cc 8 void @a()
declare cc 0 void @b()
declare cc 999 void @c()
declare cc64 void @d()
declare cc 1023 void @e()
