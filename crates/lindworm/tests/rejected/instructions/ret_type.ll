; 4:7: value doesn't match function result type 'i32'
; ret gives the function's type
define i32 @f() {
  ret void
}
