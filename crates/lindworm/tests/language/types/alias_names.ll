; A name for a type other than a struct is no type of its own
%int = type i32
%vec = type <4 x %int>
@a = global %int 7
@b = global %vec zeroinitializer
