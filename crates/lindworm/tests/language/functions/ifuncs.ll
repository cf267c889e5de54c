; IFuncs name a function by what a resolver gives
@i = ifunc void (i32), ptr @resolver
@j = internal dso_local ifunc i32 (), ptr @resolver, partition "x"
define internal ptr @resolver() {
  ret ptr null
}
define void @caller() {
  call void @i(i32 1)
  ret void
}
