; freeze
define void @f(i32 %x, <2 x ptr> %v) {
  %1 = freeze i32 undef
  %2 = freeze i32 %x
  %3 = freeze <2 x ptr> %v
  ret void
}
