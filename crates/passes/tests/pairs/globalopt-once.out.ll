@kept = internal unnamed_addr global i32 5
@flag = internal unnamed_addr global i1 false
@choice = internal unnamed_addr global i1 false

define i32 @main(i32 %x) local_unnamed_addr #0 {
  %local = alloca i32, align 4
  store i32 5, ptr %local, align 4
  store i32 %x, ptr %local, align 4
  %a = load i32, ptr %local, align 4
  ret i32 %a
}

define i32 @not_written_first(i32 %x) local_unnamed_addr #0 {
  %a = load i32, ptr @kept, align 4
  store i32 %x, ptr @kept, align 4
  ret i32 %a
}

define void @set() local_unnamed_addr {
  store i1 true, ptr @flag, align 1
  store i1 true, ptr @choice, align 1
  ret void
}

define i32 @get() local_unnamed_addr {
  %flag.b = load i1, ptr @flag, align 1
  %flag = zext i1 %flag.b to i32
  %choice.b = load i1, ptr @choice, align 1
  %choice = select i1 %choice.b, i32 9, i32 3
  %sum = add i32 %flag, %choice
  ret i32 %sum
}

define i32 @set_and_get(i1 %c) local_unnamed_addr {
  br i1 %c, label %then, label %done

then:
  store i1 false, ptr @choice, align 1
  br label %done

done:
  ret i32 0
}

attributes #0 = { norecurse }
