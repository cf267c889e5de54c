declare void @library()

define internal void @leaf() #0 {
  call void @library()
  ret void
}

define internal void @loop() {
  call void @loop()
  ret void
}

define i32 @main() #0 {
  call void @leaf()
  call void @loop()
  ret i32 0
}

attributes #0 = { norecurse }
