; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = external dllimport global i32
@b = dllexport global i32 0

@e = dllexport alias i32, ptr @b

declare dllimport void @c()

define dllexport void @d() {
  ret void
}
