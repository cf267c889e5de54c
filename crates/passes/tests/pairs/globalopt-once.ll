; passes: globalopt
; Variables of one function become local, and those with two values become `i1`; a store is forwarded to loads after it.

@local = internal global i32 5
@kept = internal global i32 5
@flag = internal global i32 0
@choice = internal global i32 3

define i32 @main(i32 %x) norecurse {
  store i32 %x, ptr @local
  %a = load i32, ptr @local
  ret i32 %a
}

define i32 @not_written_first(i32 %x) norecurse {
  %a = load i32, ptr @kept
  store i32 %x, ptr @kept
  ret i32 %a
}

define void @set() {
  store i32 1, ptr @flag
  store i32 9, ptr @choice
  ret void
}

define i32 @get() {
  %flag = load i32, ptr @flag
  %choice = load i32, ptr @choice
  %sum = add i32 %flag, %choice
  ret i32 %sum
}

define i32 @set_and_get(i1 %c) {
  br i1 %c, label %then, label %done

then:
  store i32 3, ptr @choice
  br label %done

done:
  ret i32 0
}
