; ModuleID = '<stdin>'
source_filename = "<stdin>"

@"a b" = global i32 0
@"tab\09quote\22backslash\\" = global i32 0
@"\C3\BCn\C3\AFcode" = global i32 0
@plain = global i32 0
@"1starts.with.a.digit" = global i32 0
@"\01_mangled" = global i32 0

define void @"has space"(i32 %"an arg") {
"a block":
  %"a value" = add i32 %"an arg", 1
  br label %"a block2"

"a block2":                                       ; preds = %"a block"
  ret void
}
