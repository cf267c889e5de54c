; A constant `getelementptr inbounds` beyond an object is poison, as the instruction is.

@object = global i32 0

define i32 @main() {
  %x = load i8, ptr getelementptr inbounds (i8, ptr @object, i64 5) ; UB0202
  ret i32 0
}
