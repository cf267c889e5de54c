; 4:31: invalid getelementptr indices
; A field is named by a constant within the struct
define void @f(ptr %p, i32 %i) {
  %x = getelementptr { i32 }, ptr %p, i32 0, i32 %i
  ret void
}
