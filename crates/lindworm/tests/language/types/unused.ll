; Types that nothing uses do not come out
%unused = type { i32 }
%used = type { i64 }
@a = global %used zeroinitializer
