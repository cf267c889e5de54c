; Attributes of a variable may stand behind it
@a = global i32 0 "key" "other"="v"
