; A global without its number is read behind comments, as LLVM before 3.7 wrote it.
global i32 1

 ; an indented comment
	global i32 2
