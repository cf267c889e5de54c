; 3:37: dereferenceable bytes must be non-zero
; dereferenceable is not of zero bytes
declare void @f(ptr dereferenceable(0) %p)
