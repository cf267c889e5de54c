; 3:33: expected nofpclass test mask
; nofpclass has a class
declare void @f(float nofpclass() %x)
