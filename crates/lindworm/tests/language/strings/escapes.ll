; In c"..." a byte is written as \XX; \\ is a backslash, and nothing ends the string but a quote
@a = constant [4 x i8] c"a\00b\0A"
@b = constant [3 x i8] c"\22\5C\7F"
@c = constant [2 x i8] c"\c3\A9"
@d = constant [3 x i8] c"\\\\n"
@e = constant [4 x i8] c"a\zb"
@f = constant [0 x i8] c""
