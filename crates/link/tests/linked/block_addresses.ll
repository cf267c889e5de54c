;--- a
declare ptr @f()
define ptr @main() {
  %x = call ptr @f()
  ret ptr %x
}
;--- b
@table = internal constant [2 x ptr] [ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)]
define ptr @f() {
  br label %one
one:
  br label %two
two:
  ret ptr @table
}
;--- linked
@table = internal constant [2 x ptr] [ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)]

define ptr @main() {
  %x = call ptr @f()
  ret ptr %x
}

define ptr @f() {
  br label %one

one:                                              ; preds = %0
  br label %two

two:                                              ; preds = %one
  ret ptr @table
}
