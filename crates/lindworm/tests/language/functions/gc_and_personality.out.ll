; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare i32 @__gxx_personality_v0(...)

define void @f() gc "shadow-stack" personality ptr @__gxx_personality_v0 {
  ret void
}
