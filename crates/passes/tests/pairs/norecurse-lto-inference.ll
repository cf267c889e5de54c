; passes: norecurse-lto-inference
; In a whole program without functions that others can call, a library function does not call back.

declare void @library()

define internal void @leaf() {
  call void @library()
  ret void
}

define internal void @loop() {
  call void @loop()
  ret void
}

define i32 @main() norecurse {
  call void @leaf()
  call void @loop()
  ret i32 0
}
