; A function that is only declared may be extern_weak
declare void @a()
declare extern_weak void @b()
declare external void @c()
