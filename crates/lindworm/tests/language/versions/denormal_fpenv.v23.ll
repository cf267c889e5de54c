; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: denormal_fpenv(preservesign)
define void @all() #0 {
  ret void
}

; Function Attrs: denormal_fpenv(ieee|positivezero)
define void @two_kinds() #1 {
  ret void
}

; Function Attrs: denormal_fpenv(float: dynamic|ieee)
define void @only_float() #2 {
  ret void
}

; Function Attrs: denormal_fpenv(dynamic, float: preservesign)
define void @both() #3 {
  ret void
}

; Function Attrs: denormal_fpenv(ieee)
define void @same() #4 {
  ret void
}

; Function Attrs: flatten noipa
define void @dead(ptr dead_on_return(8) %p, ptr noalias dead_on_return(4294967296) %q) #5 {
  ret void
}

attributes #0 = { denormal_fpenv(preservesign) }
attributes #1 = { denormal_fpenv(ieee|positivezero) }
attributes #2 = { denormal_fpenv(float: dynamic|ieee) }
attributes #3 = { denormal_fpenv(dynamic, float: preservesign) }
attributes #4 = { denormal_fpenv(ieee) }
attributes #5 = { flatten noipa }
