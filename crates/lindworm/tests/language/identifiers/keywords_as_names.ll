; A keyword behind % or @ is a name like any other
@define = global i32 0
@true = global i32 1
define void @ret(i32 %add, ptr %null) {
label:
  %i32 = add i32 %add, 1
  store i32 %i32, ptr %null
  br label %define
define:
  ret void
}
