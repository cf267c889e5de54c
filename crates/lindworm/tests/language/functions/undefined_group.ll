; A group that is not defined is empty
declare void @f() #7
