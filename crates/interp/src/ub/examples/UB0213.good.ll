declare ptr @getenv(ptr)

@name = constant [5 x i8] c"PATH\00"

define i32 @main() {
  ; What native code returns is its memory, and is there.
  %p = call ptr @getenv(ptr @name)
  %unset = icmp eq ptr %p, null
  br i1 %unset, label %end, label %set
set:
  %x = load i8, ptr %p
  br label %end
end:
  ret i32 0
}
