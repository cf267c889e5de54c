; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare fastcc i32 @f(i32)

define ghccc void @g() {
  %x = call fastcc i32 @f(i32 1)
  %y = tail call fastcc i32 @f(i32 %x)
  call ghccc void @g()
  ret void
}
