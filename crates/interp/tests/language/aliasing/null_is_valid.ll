; Where null is valid, it is an address as others: an access is one to memory that is not there.
define noundef i32 @main() null_pointer_is_valid {
  %x = load i32, ptr null ; UB0213
  ret i32 0
}
