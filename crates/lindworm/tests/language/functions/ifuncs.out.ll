; ModuleID = '<stdin>'
source_filename = "<stdin>"

@i = ifunc void (i32), ptr @resolver
@j = internal ifunc i32 (), ptr @resolver, partition "x"

define internal ptr @resolver() {
  ret ptr null
}

define void @caller() {
  call void @i(i32 1)
  ret void
}
