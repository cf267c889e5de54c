;--- a
%outer = type { %inner, %last }
%inner = type { i64, %first }
%first = type {}
%last = type {}
define ptr @f(ptr %p) {
  %q = getelementptr %outer, ptr %p, i64 1
  ret ptr %q
}
;--- b
%empty = type {}
@x = global %empty zeroinitializer
;--- linked
%first = type {}
%outer = type { %inner, %first }
%inner = type { i64, %first }

@x = global %first zeroinitializer

define ptr @f(ptr %p) {
  %q = getelementptr %outer, ptr %p, i64 1
  ret ptr %q
}
