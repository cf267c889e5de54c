; ModuleID = '<stdin>'
source_filename = "<stdin>"

@v = global i32 0

@a = alias i32, ptr @v
@b = alias i8, ptr @v

@i = ifunc void (i32), ptr @r

define internal ptr @r() {
  ret ptr null
}
