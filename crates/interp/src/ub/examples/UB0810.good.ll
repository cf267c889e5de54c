declare i32 @toupper(i32)

define i32 @main() {
  ; The last letter of Latin-1 but one, in a `char` that has a sign.
  %c = zext i8 -2 to i32
  %upper = call i32 @toupper(i32 %c)
  ret i32 0
}
