; 5:15: Cannot allocate unsized type
; alloca is of a type with a size
%o = type opaque
define void @f() {
  %a = alloca %o
  ret void
}
