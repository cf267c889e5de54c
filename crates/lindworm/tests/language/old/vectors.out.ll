; ModuleID = '<stdin>'
source_filename = "<stdin>"

define <2 x i32> @f(<2 x ptr> %p, <2 x i64> %i) {
  %g = getelementptr i32, <2 x ptr> %p, <2 x i64> %i
  %n = ptrtoint <2 x ptr> %g to <2 x i64>
  %c = icmp eq <2 x ptr> %p, zeroinitializer
  %t = trunc <2 x i64> %n to <2 x i32>
  ret <2 x i32> %t
}
