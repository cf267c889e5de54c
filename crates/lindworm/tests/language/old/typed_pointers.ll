; A pointer type that says what it points at is ptr
%s = type { i32*, [2 x i8]* }
@a = global i32* null
@b = global %s zeroinitializer
@c = global i8 addrspace(3)* addrspace(1)* null
define i32* @f(i32* %p, i32** %q, void (i32)* %g) {
  ret i32* %p
}
