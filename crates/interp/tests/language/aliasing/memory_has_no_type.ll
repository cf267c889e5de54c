; Memory has no type: what was stored as a float can be loaded as a number.
@x = global float 0.0

define noundef i32 @main() {
  store float 1.0, ptr @x
  %n = load i32, ptr @x
  %wrong = icmp ne i32 %n, 1065353216
  %r = zext i1 %wrong to i32
  ret i32 %r
}
