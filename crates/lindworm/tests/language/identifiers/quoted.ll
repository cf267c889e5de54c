; Any other byte in a name asks for quotes; bytes that do not print come out as \XX
@"a b" = global i32 0
@"tab\09quote\22backslash\5C" = global i32 0
@"ünïcode" = global i32 0
@"plain" = global i32 0
@"1starts.with.a.digit" = global i32 0
@"\01_mangled" = global i32 0
define void @"has space"(i32 %"an arg") {
"a block":
  %"a value" = add i32 %"an arg", 1
  br label %"a block2"
"a block2":
  ret void
}
