; Linkage of variables; external comes out only where there is no initializer
@a = private global i32 0
@b = internal global i32 0
@c = available_externally global i32 0
@d = linkonce global i32 0
@e = linkonce_odr global i32 0
@f = weak global i32 0
@g = weak_odr global i32 0
@h = common global i32 0
@i = appending global [1 x i32] zeroinitializer
@j = external global i32
@k = extern_weak global i32
@l = global i32 0
@m = external global i32, align 4
