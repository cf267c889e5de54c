
@llvm.used = appending global [1 x ptr] [ptr @used], section "llvm.metadata"
@used = hidden global i32 1
@x = internal global i32 2
@y = externally_initialized global i32 0
@z = dllexport global i32 0

define i32 @main() {
  ret i32 0
}

define internal i32 @helper() {
  ret i32 1
}

declare void @outside()
