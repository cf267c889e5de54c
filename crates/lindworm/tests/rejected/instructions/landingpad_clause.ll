; 5:30: 'filter' clause has an invalid type
; catch is of a value, filter of an array
declare i32 @p(...)
define void @f() personality ptr @p {
  %l = landingpad i32 filter i32 1
  ret void
}
