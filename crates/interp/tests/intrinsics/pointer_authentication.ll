@g = global i32 7
@signed = global ptr ptrauth (ptr @g, i32 2, i64 1234)
@diversified = global ptr ptrauth (ptr @g, i32 2, i64 1234, ptr @diversified)

; = 7
define i32 @signed_and_authenticated() {
  %address = ptrtoint ptr @g to i64
  %signed = call i64 @llvm.ptrauth.sign(i64 %address, i32 0, i64 42)
  %again = call i64 @llvm.ptrauth.auth(i64 %signed, i32 0, i64 42)
  %pointer = inttoptr i64 %again to ptr
  %value = load i32, ptr %pointer
  ret i32 %value
}

; = 0
define i1 @a_signature_shows() {
  %address = ptrtoint ptr @g to i64
  %signed = call i64 @llvm.ptrauth.sign(i64 %address, i32 0, i64 42)
  %same = icmp eq i64 %signed, %address
  ret i1 %same
}

; = the authentication of a pointer fails, which ends the program
define i64 @another_key() {
  %address = ptrtoint ptr @g to i64
  %signed = call i64 @llvm.ptrauth.sign(i64 %address, i32 0, i64 42)
  %again = call i64 @llvm.ptrauth.auth(i64 %signed, i32 1, i64 42)
  ret i64 %again
}

; = the authentication of a pointer fails, which ends the program
define i64 @another_discriminator() {
  %address = ptrtoint ptr @g to i64
  %signed = call i64 @llvm.ptrauth.sign(i64 %address, i32 0, i64 42)
  %again = call i64 @llvm.ptrauth.auth(i64 %signed, i32 0, i64 43)
  ret i64 %again
}

; = the authentication of a pointer fails, which ends the program
define i64 @not_signed() {
  %address = ptrtoint ptr @g to i64
  %again = call i64 @llvm.ptrauth.auth(i64 %address, i32 0, i64 42)
  ret i64 %again
}

; = UB0207
define i32 @access_through_a_signed_pointer() {
  %pointer = load ptr, ptr @signed
  %value = load i32, ptr %pointer
  ret i32 %value
}

; = 7
define i32 @signed_constant() {
  %pointer = load ptr, ptr @signed
  %signed = ptrtoint ptr %pointer to i64
  %address = call i64 @llvm.ptrauth.auth(i64 %signed, i32 2, i64 1234)
  %authentic = inttoptr i64 %address to ptr
  %value = load i32, ptr %authentic
  ret i32 %value
}

; = 7
define i32 @constant_that_knows_where_it_is() {
  %pointer = load ptr, ptr @diversified
  %signed = ptrtoint ptr %pointer to i64
  %where = ptrtoint ptr @diversified to i64
  %discriminator = call i64 @llvm.ptrauth.blend(i64 %where, i64 1234)
  %address = call i64 @llvm.ptrauth.auth(i64 %signed, i32 2, i64 %discriminator)
  %authentic = inttoptr i64 %address to ptr
  %value = load i32, ptr %authentic
  ret i32 %value
}

; = -1
define i1 @signed_again() {
  %address = ptrtoint ptr @g to i64
  %signed = call i64 @llvm.ptrauth.sign(i64 %address, i32 0, i64 42)
  %other = call i64 @llvm.ptrauth.resign(i64 %signed, i32 0, i64 42, i32 1, i64 7)
  %stripped = call i64 @llvm.ptrauth.strip(i64 %signed, i32 0)
  %again = call i64 @llvm.ptrauth.auth(i64 %other, i32 1, i64 7)
  %same = icmp eq i64 %again, %stripped
  ret i1 %same
}

; = -1
define i1 @of_any_value() {
  %a = call i64 @llvm.ptrauth.sign.generic(i64 1, i64 2)
  %b = call i64 @llvm.ptrauth.sign.generic(i64 1, i64 2)
  %same = icmp eq i64 %a, %b
  ret i1 %same
}

; = 11
define i32 @signed_callee() {
  %address = ptrtoint ptr @eleven to i64
  %signed = call i64 @llvm.ptrauth.sign(i64 %address, i32 0, i64 5)
  %callee = inttoptr i64 %signed to ptr
  %value = call i32 %callee() [ "ptrauth"(i32 0, i64 5) ]
  ret i32 %value
}

; = the authentication of a pointer fails, which ends the program
define i32 @callee_that_is_not_signed() {
  %callee = freeze ptr @eleven
  %value = call i32 %callee() [ "ptrauth"(i32 0, i64 5) ]
  ret i32 %value
}

define i32 @eleven() {
  ret i32 11
}

declare i64 @llvm.ptrauth.sign(i64, i32 immarg, i64)
declare i64 @llvm.ptrauth.auth(i64, i32 immarg, i64)
declare i64 @llvm.ptrauth.resign(i64, i32 immarg, i64, i32 immarg, i64)
declare i64 @llvm.ptrauth.strip(i64, i32 immarg)
declare i64 @llvm.ptrauth.blend(i64, i64)
declare i64 @llvm.ptrauth.sign.generic(i64, i64)
