; 5:17: load operand must be a pointer to a first class type
; load is of a type with a size
%o = type opaque
define void @f(ptr %x) {
  %y = load %o, ptr %x
  ret void
}
