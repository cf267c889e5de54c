; Garbage collector strategy and personality function
declare i32 @__gxx_personality_v0(...)
define void @f() gc "shadow-stack" personality ptr @__gxx_personality_v0 {
  ret void
}
