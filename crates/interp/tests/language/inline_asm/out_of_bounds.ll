; What inline assembler accesses in memory is checked as any access is.
target triple = "x86_64-unknown-linux-gnu"

@word = internal global i32 10

define noundef i32 @main() {
  call void asm sideeffect "incl 2($0)", "r,~{memory}"(ptr @word) ; UB0207
  ret i32 0
}
