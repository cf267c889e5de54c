declare ptr @__errno_location()

define i32 @fail() memory(inaccessiblemem: readwrite, errnomem: write) {
  %errno = call ptr @__errno_location()
  store i32 22, ptr %errno
  ret i32 0
}

define i32 @main() {
  %x = call i32 @fail()
  ret i32 %x
}
