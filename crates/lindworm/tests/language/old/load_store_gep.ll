; Instructions of typed pointers, in the form that names the type
define i32 @f(i32* %p, { i32, i32 }* %s) {
  %x = load i32, i32* %p
  %g = getelementptr { i32, i32 }, { i32, i32 }* %s, i32 0, i32 1
  store i32 %x, i32* %g, align 4
  %h = getelementptr inbounds i32, i32* %p, i64 1
  ret i32 %x
}
