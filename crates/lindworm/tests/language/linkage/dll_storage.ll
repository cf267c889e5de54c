; DLL storage classes; a definition cannot be dllimport
@a = external dllimport global i32
@b = dllexport global i32 0
declare dllimport void @c()
define dllexport void @d() {
  ret void
}
@e = dllexport alias i32, ptr @b
