;--- a
%t = type { i32 }
@x = global %t { i32 1 }
;--- b
%t = type { i64 }
%u = type { %t, [2 x %t] }
@y = global %u zeroinitializer
;--- linked
%t = type { i32 }
%u = type { %t.0, [2 x %t.0] }
%t.0 = type { i64 }

@x = global %t { i32 1 }
@y = global %u zeroinitializer
