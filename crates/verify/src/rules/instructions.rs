//! Rules about instructions: LW0500 to LW0649.

use crate::rule::rules;

rules! {
    LW0500 OPERAND_TYPE "Operand is not of a type that the instruction takes!" {
        what: "The operands of an instruction are of the types that it takes: a `switch` looks at an integer and has \
               integer constants for cases, `cmpxchg` and `atomicrmw` change what a pointer leads to, and `cmpxchg` \
               puts there what it looks for.",
        why: "An instruction means nothing for other types.",
        section: "instruction-reference",
        bad: built "Make the `i64` the pointer of the `cmpxchg`.",
        good: "define void @f(ptr %p, i64 %x) {\n  %r = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst\n  ret void\n}\n",
    }
    LW0501 RESULT_TYPE "Instruction is not of the type of its result!" {
        what: "The type of an instruction follows from what it does and from its operands: `icmp` of two numbers is an \
               `i1`, `store` is `void`.",
        why: "Whoever uses the result goes by the type of the instruction.",
        section: "instruction-reference",
        bad: built "Set the type of the `icmp` to `i32`.",
        good: "define void @f(i32 %x) {\n  %r = icmp eq i32 %x, 0\n  ret void\n}\n",
    }
    LW0503 UNARY_TYPES "Unary operators must have same type foroperands and result!" {
        what: "The operand and the result of `fneg` are of one type.",
        why: "It flips the sign of each number and changes nothing else.",
        section: "i-fneg",
        bad: built "Make the operand the `double`.",
        good: "define void @f(float %x, double %y) {\n  %r = fneg float %x\n  ret void\n}\n",
    }
    LW0504 FNEG_FLOAT "FNeg operator only works with float types!" {
        what: "`fneg` is for floating-point numbers and vectors of them.",
        why: "It flips a sign bit, which integers do not have. They are negated by `sub` from 0.",
        section: "i-fneg",
        bad: built "Make the operand and the type of the result `i32`.",
        good: "define void @f(float %x, i32 %y) {\n  %r = fneg float %x\n  ret void\n}\n",
    }
    LW0505 BINARY_TYPES "Both operands to a binary operator are not of the same type!" {
        what: "Both operands of a binary operator are of one type.",
        why: "IR never converts by itself; to add an `i32` to an `i64`, widen it first.",
        section: "binary-operations",
        bad: built "Make the second operand the `i64`.",
        good: "define void @f(i32 %x, i64 %y) {\n  %r = add i32 %x, 1\n  ret void\n}\n",
    }
    LW0506 INT_OPERANDS "Integer arithmetic operators only work with integral types!" {
        what: "`add`, `sub`, `mul`, `udiv`, `sdiv`, `urem` and `srem` are for integers and vectors of integers.",
        why: "For floating-point numbers there are `fadd` and the like; pointers are moved by `getelementptr`.",
        section: "binary-operations",
        bad: built "Make both operands and the result `float`.",
        good: "define void @f(i32 %x, float %y) {\n  %r = add i32 %x, %x\n  ret void\n}\n",
    }
    LW0507 INT_TYPES "Integer arithmetic operators must have same type for operands and result!" {
        what: "The result of integer arithmetic is of the type of the operands.",
        why: "It wraps around at the width of its operands; a wider result needs wider operands.",
        section: "binary-operations",
        bad: built "Set the type of the `add` to `i64`.",
        good: "define void @f(i32 %x) {\n  %r = add i32 %x, 1\n  ret void\n}\n",
    }
    LW0508 FLOAT_OPERANDS "Floating-point arithmetic operators only work with floating-point types!" {
        what: "`fadd`, `fsub`, `fmul`, `fdiv` and `frem` are for floating-point numbers and vectors of them.",
        why: "For integers there are `add` and the like.",
        section: "binary-operations",
        bad: built "Make both operands and the result `i32`.",
        good: "define void @f(float %x, i32 %y) {\n  %r = fadd float %x, %x\n  ret void\n}\n",
    }
    LW0509 FLOAT_TYPES "Floating-point arithmetic operators must have same type for operands and result!" {
        what: "The result of floating-point arithmetic is of the type of the operands.",
        why: "It is rounded to the precision of the operands; `fpext` and `fptrunc` change it.",
        section: "binary-operations",
        bad: built "Set the type of the `fadd` to `double`.",
        good: "define void @f(float %x) {\n  %r = fadd float %x, %x\n  ret void\n}\n",
    }
    LW0510 LOGICAL_OPERANDS "Logical operators only work with integral types!" {
        what: "`and`, `or` and `xor` are for integers and vectors of integers.",
        why: "They work on bits. A floating-point number or a pointer is made an integer first, by `bitcast` or \
              `ptrtoint`.",
        section: "bitwise-binary-operations",
        bad: built "Make both operands and the result `float`.",
        good: "define void @f(i32 %x, float %y) {\n  %r = and i32 %x, %x\n  ret void\n}\n",
    }
    LW0511 LOGICAL_TYPES "Logical operators must have same type for operands and result!" {
        what: "The result of `and`, `or` and `xor` is of the type of the operands.",
        why: "Each bit of the result comes from the bits at its place.",
        section: "bitwise-binary-operations",
        bad: built "Set the type of the `and` to `i64`.",
        good: "define void @f(i32 %x) {\n  %r = and i32 %x, 1\n  ret void\n}\n",
    }
    LW0512 SHIFT_OPERANDS "Shifts only work with integral types!" {
        what: "`shl`, `lshr` and `ashr` are for integers and vectors of integers.",
        why: "They move the bits of a number.",
        section: "bitwise-binary-operations",
        bad: built "Make both operands and the result `float`.",
        good: "define void @f(i32 %x, float %y) {\n  %r = shl i32 %x, %x\n  ret void\n}\n",
    }
    LW0513 SHIFT_TYPES "Shift return type must be same as operands!" {
        what: "The result of a shift is of the type of the operands.",
        why: "Bits that leave the width of the operand are lost.",
        section: "bitwise-binary-operations",
        bad: built "Set the type of the `shl` to `i64`.",
        good: "define void @f(i32 %x) {\n  %r = shl i32 %x, 1\n  ret void\n}\n",
    }
    LW0514 TRUNC_FROM "Trunc only operates on integer" {
        what: "`trunc` converts integers, or vectors of integers.",
        why: "It drops the high bits of a number. `fptrunc` shortens floating-point numbers.",
        section: "i-trunc",
        bad: built "Make the operand the `float`.",
        good: "define void @f(i32 %x, float %y) {\n  %r = trunc i32 %x to i8\n  ret void\n}\n",
    }
    LW0515 TRUNC_TO "Trunc only produces integer" {
        what: "`trunc` gives an integer, or a vector of integers.",
        why: "The bits stay what they are, those of an integer.",
        section: "i-trunc",
        bad: built "Set the type of the result to `float`.",
        good: "define void @f(i32 %x) {\n  %r = trunc i32 %x to i8\n  ret void\n}\n",
    }
    LW0516 TRUNC_VECTORS "trunc source and destination must both be a vector or neither" {
        what: "`trunc` makes a vector of a vector and a number of a number.",
        why: "A vector is converted number by number.",
        section: "i-trunc",
        bad: built "Set the type of the result to `<4 x i8>`.",
        good: "define void @f(i32 %x) {\n  %r = trunc i32 %x to i8\n  ret void\n}\n",
    }
    LW0517 TRUNC_BITS "DestTy too big for Trunc" {
        what: "`trunc` gives fewer bits than it takes.",
        why: "There must be bits to drop. Of equal widths no cast is needed.",
        section: "i-trunc",
        bad: built "Set the type of the result to `i64`.",
        good: "define void @f(i32 %x) {\n  %r = trunc i32 %x to i8\n  ret void\n}\n",
    }
    LW0518 ZEXT_FROM "ZExt only operates on integer" {
        what: "`zext` converts integers, or vectors of integers.",
        why: "It puts zeros before the bits of a number. `uitofp` and `ptrtoint` convert other types.",
        section: "i-zext",
        bad: built "Make the operand the `float`.",
        good: "define void @f(i8 %x, float %y) {\n  %r = zext i8 %x to i32\n  ret void\n}\n",
    }
    LW0519 ZEXT_TO "ZExt only produces an integer" {
        what: "`zext` gives an integer, or a vector of integers.",
        why: "The bits stay what they are, those of an integer.",
        section: "i-zext",
        bad: built "Set the type of the result to `float`.",
        good: "define void @f(i8 %x) {\n  %r = zext i8 %x to i32\n  ret void\n}\n",
    }
    LW0520 ZEXT_VECTORS "zext source and destination must both be a vector or neither" {
        what: "`zext` makes a vector of a vector and a number of a number.",
        why: "A vector is converted number by number.",
        section: "i-zext",
        bad: built "Set the type of the result to `<4 x i32>`.",
        good: "define void @f(i8 %x) {\n  %r = zext i8 %x to i32\n  ret void\n}\n",
    }
    LW0521 ZEXT_BITS "Type too small for ZExt" {
        what: "`zext` gives more bits than it takes.",
        why: "There must be bits to fill. Of equal widths no cast is needed.",
        section: "i-zext",
        bad: built "Set the type of the result to `i8`.",
        good: "define void @f(i8 %x) {\n  %r = zext i8 %x to i32\n  ret void\n}\n",
    }
    LW0522 SEXT_FROM "SExt only operates on integer" {
        what: "`sext` converts integers, or vectors of integers.",
        why: "It repeats the highest bit of a number. `fpext` widens floating-point numbers.",
        section: "i-sext",
        bad: built "Make the operand the `float`.",
        good: "define void @f(i8 %x, float %y) {\n  %r = sext i8 %x to i32\n  ret void\n}\n",
    }
    LW0523 SEXT_TO "SExt only produces an integer" {
        what: "`sext` gives an integer, or a vector of integers.",
        why: "The bits stay what they are, those of an integer.",
        section: "i-sext",
        bad: built "Set the type of the result to `float`.",
        good: "define void @f(i8 %x) {\n  %r = sext i8 %x to i32\n  ret void\n}\n",
    }
    LW0524 SEXT_VECTORS "sext source and destination must both be a vector or neither" {
        what: "`sext` makes a vector of a vector and a number of a number.",
        why: "A vector is converted number by number.",
        section: "i-sext",
        bad: built "Set the type of the result to `<4 x i32>`.",
        good: "define void @f(i8 %x) {\n  %r = sext i8 %x to i32\n  ret void\n}\n",
    }
    LW0525 SEXT_BITS "Type too small for SExt" {
        what: "`sext` gives more bits than it takes.",
        why: "There must be bits to fill. Of equal widths no cast is needed.",
        section: "i-sext",
        bad: built "Set the type of the result to `i8`.",
        good: "define void @f(i8 %x) {\n  %r = sext i8 %x to i32\n  ret void\n}\n",
    }
    LW0526 FPTRUNC_FROM "FPTrunc only operates on FP" {
        what: "`fptrunc` converts floating-point numbers, or vectors of them.",
        why: "An integer has no precision to change; `sitofp` and `uitofp` convert it.",
        section: "i-fptrunc",
        bad: built "Make the operand the `i128`.",
        good: "define void @f(double %x, i128 %y) {\n  %r = fptrunc double %x to float\n  ret void\n}\n",
    }
    LW0527 FPTRUNC_TO "FPTrunc only produces an FP" {
        what: "`fptrunc` gives a floating-point number, or a vector of them.",
        why: "It changes the precision of a number, not what kind of number it is; `fptosi` and `fptoui` give \
              integers.",
        section: "i-fptrunc",
        bad: built "Set the type of the result to `i8`.",
        good: "define void @f(double %x) {\n  %r = fptrunc double %x to float\n  ret void\n}\n",
    }
    LW0528 FPTRUNC_VECTORS "fptrunc source and destination must both be a vector or neither" {
        what: "`fptrunc` makes a vector of a vector and a number of a number.",
        why: "A vector is converted number by number.",
        section: "i-fptrunc",
        bad: built "Set the type of the result to `<4 x float>`.",
        good: "define void @f(double %x) {\n  %r = fptrunc double %x to float\n  ret void\n}\n",
    }
    LW0529 FPTRUNC_BITS "DestTy too big for FPTrunc" {
        what: "`fptrunc` gives a number of fewer bits than it takes.",
        why: "It rounds to a smaller format.",
        section: "i-fptrunc",
        bad: built "Set the type of the result to `double`.",
        good: "define void @f(double %x) {\n  %r = fptrunc double %x to float\n  ret void\n}\n",
    }
    LW0530 FPEXT_FROM "FPExt only operates on FP" {
        what: "`fpext` converts floating-point numbers, or vectors of them.",
        why: "An integer has no precision to change; `sitofp` and `uitofp` convert it.",
        section: "i-fpext",
        bad: built "Make the operand the `i8`.",
        good: "define void @f(float %x, i8 %y) {\n  %r = fpext float %x to double\n  ret void\n}\n",
    }
    LW0531 FPEXT_TO "FPExt only produces an FP" {
        what: "`fpext` gives a floating-point number, or a vector of them.",
        why: "It changes the precision of a number, not what kind of number it is; `fptosi` and `fptoui` give \
              integers.",
        section: "i-fpext",
        bad: built "Set the type of the result to `i128`.",
        good: "define void @f(float %x) {\n  %r = fpext float %x to double\n  ret void\n}\n",
    }
    LW0532 FPEXT_VECTORS "fpext source and destination must both be a vector or neither" {
        what: "`fpext` makes a vector of a vector and a number of a number.",
        why: "A vector is converted number by number.",
        section: "i-fpext",
        bad: built "Set the type of the result to `<4 x double>`.",
        good: "define void @f(float %x) {\n  %r = fpext float %x to double\n  ret void\n}\n",
    }
    LW0533 FPEXT_BITS "DestTy too small for FPExt" {
        what: "`fpext` gives a number of more bits than it takes.",
        why: "It goes to a format that holds every number of the smaller one.",
        section: "i-fpext",
        bad: built "Set the type of the result to `float`.",
        good: "define void @f(float %x) {\n  %r = fpext float %x to double\n  ret void\n}\n",
    }
    LW0534 UITOFP_VECTORS "UIToFP source and dest must both be vector or scalar" {
        what: "`uitofp` makes a vector of a vector and a number of a number.",
        why: "A vector is converted number by number.",
        section: "uitofp-to-instruction",
        bad: built "Set the type of the result to `<4 x float>`.",
        good: "define void @f(i32 %x) {\n  %r = uitofp i32 %x to float\n  ret void\n}\n",
    }
    LW0535 UITOFP_FROM "UIToFP source must be integer or integer vector" {
        what: "`uitofp` converts integers, or vectors of integers.",
        why: "It takes the bits for those of an unsigned number. `fpext` and `fptrunc` convert between floating-point \
              types.",
        section: "uitofp-to-instruction",
        bad: built "Make the operand the `double`.",
        good: "define void @f(i32 %x, double %y) {\n  %r = uitofp i32 %x to float\n  ret void\n}\n",
    }
    LW0536 UITOFP_TO "UIToFP result must be FP or FP vector" {
        what: "`uitofp` gives a floating-point number, or a vector of them.",
        why: "Between integers there are `zext`, `sext` and `trunc`.",
        section: "uitofp-to-instruction",
        bad: built "Set the type of the result to `i64`.",
        good: "define void @f(i32 %x) {\n  %r = uitofp i32 %x to float\n  ret void\n}\n",
    }
    LW0537 UITOFP_LENGTH "UIToFP source and dest vector length mismatch" {
        what: "`uitofp` makes as many numbers as there are in the vector that it converts.",
        why: "A vector is converted number by number.",
        section: "uitofp-to-instruction",
        bad: built "Set the type of the result to `<4 x float>`.",
        good: "define void @f(<2 x i32> %x) {\n  %r = uitofp <2 x i32> %x to <2 x float>\n  ret void\n}\n",
    }
    LW0538 SITOFP_VECTORS "SIToFP source and dest must both be vector or scalar" {
        what: "`sitofp` makes a vector of a vector and a number of a number.",
        why: "A vector is converted number by number.",
        section: "sitofp-to-instruction",
        bad: built "Set the type of the result to `<4 x float>`.",
        good: "define void @f(i32 %x) {\n  %r = sitofp i32 %x to float\n  ret void\n}\n",
    }
    LW0539 SITOFP_FROM "SIToFP source must be integer or integer vector" {
        what: "`sitofp` converts integers, or vectors of integers.",
        why: "It takes the bits for those of a signed number. `fpext` and `fptrunc` convert between floating-point \
              types.",
        section: "sitofp-to-instruction",
        bad: built "Make the operand the `double`.",
        good: "define void @f(i32 %x, double %y) {\n  %r = sitofp i32 %x to float\n  ret void\n}\n",
    }
    LW0540 SITOFP_TO "SIToFP result must be FP or FP vector" {
        what: "`sitofp` gives a floating-point number, or a vector of them.",
        why: "Between integers there are `zext`, `sext` and `trunc`.",
        section: "sitofp-to-instruction",
        bad: built "Set the type of the result to `i64`.",
        good: "define void @f(i32 %x) {\n  %r = sitofp i32 %x to float\n  ret void\n}\n",
    }
    LW0541 SITOFP_LENGTH "SIToFP source and dest vector length mismatch" {
        what: "`sitofp` makes as many numbers as there are in the vector that it converts.",
        why: "A vector is converted number by number.",
        section: "sitofp-to-instruction",
        bad: built "Set the type of the result to `<4 x float>`.",
        good: "define void @f(<2 x i32> %x) {\n  %r = sitofp <2 x i32> %x to <2 x float>\n  ret void\n}\n",
    }
    LW0542 FPTOUI_VECTORS "FPToUI source and dest must both be vector or scalar" {
        what: "`fptoui` makes a vector of a vector and a number of a number.",
        why: "A vector is converted number by number.",
        section: "fptoui-to-instruction",
        bad: built "Set the type of the result to `<4 x i32>`.",
        good: "define void @f(float %x) {\n  %r = fptoui float %x to i32\n  ret void\n}\n",
    }
    LW0543 FPTOUI_FROM "FPToUI source must be FP or FP vector" {
        what: "`fptoui` converts floating-point numbers, or vectors of them.",
        why: "It drops what is behind the point. Between integers there are `zext`, `sext` and `trunc`.",
        section: "fptoui-to-instruction",
        bad: built "Make the operand the `i64`.",
        good: "define void @f(float %x, i64 %y) {\n  %r = fptoui float %x to i32\n  ret void\n}\n",
    }
    LW0544 FPTOUI_TO "FPToUI result must be integer or integer vector" {
        what: "`fptoui` gives an integer, or a vector of integers.",
        why: "`fpext` and `fptrunc` convert between floating-point types.",
        section: "fptoui-to-instruction",
        bad: built "Set the type of the result to `double`.",
        good: "define void @f(float %x) {\n  %r = fptoui float %x to i32\n  ret void\n}\n",
    }
    LW0545 FPTOUI_LENGTH "FPToUI source and dest vector length mismatch" {
        what: "`fptoui` makes as many numbers as there are in the vector that it converts.",
        why: "A vector is converted number by number.",
        section: "fptoui-to-instruction",
        bad: built "Set the type of the result to `<4 x i32>`.",
        good: "define void @f(<2 x float> %x) {\n  %r = fptoui <2 x float> %x to <2 x i32>\n  ret void\n}\n",
    }
    LW0546 FPTOSI_VECTORS "FPToSI source and dest must both be vector or scalar" {
        what: "`fptosi` makes a vector of a vector and a number of a number.",
        why: "A vector is converted number by number.",
        section: "fptosi-to-instruction",
        bad: built "Set the type of the result to `<4 x i32>`.",
        good: "define void @f(float %x) {\n  %r = fptosi float %x to i32\n  ret void\n}\n",
    }
    LW0547 FPTOSI_FROM "FPToSI source must be FP or FP vector" {
        what: "`fptosi` converts floating-point numbers, or vectors of them.",
        why: "It drops what is behind the point. Between integers there are `zext`, `sext` and `trunc`.",
        section: "fptosi-to-instruction",
        bad: built "Make the operand the `i64`.",
        good: "define void @f(float %x, i64 %y) {\n  %r = fptosi float %x to i32\n  ret void\n}\n",
    }
    LW0548 FPTOSI_TO "FPToSI result must be integer or integer vector" {
        what: "`fptosi` gives an integer, or a vector of integers.",
        why: "`fpext` and `fptrunc` convert between floating-point types.",
        section: "fptosi-to-instruction",
        bad: built "Set the type of the result to `double`.",
        good: "define void @f(float %x) {\n  %r = fptosi float %x to i32\n  ret void\n}\n",
    }
    LW0549 FPTOSI_LENGTH "FPToSI source and dest vector length mismatch" {
        what: "`fptosi` makes as many numbers as there are in the vector that it converts.",
        why: "A vector is converted number by number.",
        section: "fptosi-to-instruction",
        bad: built "Set the type of the result to `<4 x i32>`.",
        good: "define void @f(<2 x float> %x) {\n  %r = fptosi <2 x float> %x to <2 x i32>\n  ret void\n}\n",
    }
    LW0550 PTRTOADDR_FROM "PtrToAddr source must be pointer" {
        what: "`ptrtoaddr` converts pointers, or vectors of pointers.",
        why: "It gives the address that a pointer holds.",
        section: "i-ptrtoaddr",
        bad: built "Make the operand the `i32`.",
        good: "define void @f(ptr %x, i32 %y) {\n  %r = ptrtoaddr ptr %x to i64\n  ret void\n}\n",
    }
    LW0551 PTRTOADDR_TO "PtrToAddr result must be integral" {
        what: "`ptrtoaddr` gives an integer, or a vector of integers.",
        why: "An address is a whole number.",
        section: "i-ptrtoaddr",
        bad: built "Set the type of the result to `double`.",
        good: "define void @f(ptr %x) {\n  %r = ptrtoaddr ptr %x to i64\n  ret void\n}\n",
    }
    LW0552 PTRTOADDR_VECTORS "PtrToAddr type mismatch" {
        what: "`ptrtoaddr` makes a vector of a vector and a number of a pointer.",
        why: "A vector is converted pointer by pointer.",
        section: "i-ptrtoaddr",
        bad: built "Set the type of the result to `<4 x i64>`.",
        good: "define void @f(ptr %x) {\n  %r = ptrtoaddr ptr %x to i64\n  ret void\n}\n",
    }
    LW0553 PTRTOADDR_LENGTH "PtrToAddr vector length mismatch" {
        what: "`ptrtoaddr` makes as many integers as there are pointers in the vector that it converts.",
        why: "A vector is converted pointer by pointer.",
        section: "i-ptrtoaddr",
        bad: built "Set the type of the result to `<4 x i64>`.",
        good: "define void @f(<2 x ptr> %x) {\n  %r = ptrtoaddr <2 x ptr> %x to <2 x i64>\n  ret void\n}\n",
    }
    LW0554 PTRTOADDR_BITS "PtrToAddr result must be address width" {
        what: "`ptrtoaddr` gives an integer of as many bits as the data layout gives an address in the pointer's \
               address space.",
        why: "It gives the address and no more; it neither cuts nor fills, as `ptrtoint` does.",
        section: "i-ptrtoaddr",
        bad: "define void @f(ptr %x) {\n  %r = ptrtoaddr ptr %x to i32\n  ret void\n}\n",
        good: "define void @f(ptr %x) {\n  %r = ptrtoaddr ptr %x to i64\n  ret void\n}\n",
    }
    LW0555 PTRTOINT_FROM "PtrToInt source must be pointer" {
        what: "`ptrtoint` converts pointers, or vectors of pointers.",
        why: "It gives the address that a pointer holds.",
        section: "i-ptrtoint",
        bad: built "Make the operand the `i32`.",
        good: "define void @f(ptr %x, i32 %y) {\n  %r = ptrtoint ptr %x to i64\n  ret void\n}\n",
    }
    LW0556 PTRTOINT_TO "PtrToInt result must be integral" {
        what: "`ptrtoint` gives an integer, or a vector of integers.",
        why: "An address is a whole number.",
        section: "i-ptrtoint",
        bad: built "Set the type of the result to `double`.",
        good: "define void @f(ptr %x) {\n  %r = ptrtoint ptr %x to i64\n  ret void\n}\n",
    }
    LW0557 PTRTOINT_VECTORS "PtrToInt type mismatch" {
        what: "`ptrtoint` makes a vector of a vector and a number of a pointer.",
        why: "A vector is converted pointer by pointer.",
        section: "i-ptrtoint",
        bad: built "Set the type of the result to `<4 x i64>`.",
        good: "define void @f(ptr %x) {\n  %r = ptrtoint ptr %x to i64\n  ret void\n}\n",
    }
    LW0558 PTRTOINT_LENGTH "PtrToInt Vector length mismatch" {
        what: "`ptrtoint` makes as many integers as there are pointers in the vector that it converts.",
        why: "A vector is converted pointer by pointer.",
        section: "i-ptrtoint",
        bad: built "Set the type of the result to `<4 x i64>`.",
        good: "define void @f(<2 x ptr> %x) {\n  %r = ptrtoint <2 x ptr> %x to <2 x i64>\n  ret void\n}\n",
    }
    LW0559 INTTOPTR_FROM "IntToPtr source must be an integral" {
        what: "`inttoptr` converts integers, or vectors of integers.",
        why: "An address is a whole number.",
        section: "i-inttoptr",
        bad: built "Make the operand the `double`.",
        good: "define void @f(i64 %x, double %y) {\n  %r = inttoptr i64 %x to ptr\n  ret void\n}\n",
    }
    LW0560 INTTOPTR_TO "IntToPtr result must be a pointer" {
        what: "`inttoptr` gives a pointer, or a vector of pointers.",
        why: "Between integers there are `zext` and `trunc`.",
        section: "i-inttoptr",
        bad: built "Set the type of the result to `i32`.",
        good: "define void @f(i64 %x) {\n  %r = inttoptr i64 %x to ptr\n  ret void\n}\n",
    }
    LW0561 INTTOPTR_VECTORS "IntToPtr type mismatch" {
        what: "`inttoptr` makes a vector of a vector and a pointer of a number.",
        why: "A vector is converted number by number.",
        section: "i-inttoptr",
        bad: built "Set the type of the result to `<4 x ptr>`.",
        good: "define void @f(i64 %x) {\n  %r = inttoptr i64 %x to ptr\n  ret void\n}\n",
    }
    LW0562 INTTOPTR_LENGTH "IntToPtr Vector length mismatch" {
        what: "`inttoptr` makes as many pointers as there are numbers in the vector that it converts.",
        why: "A vector is converted number by number.",
        section: "i-inttoptr",
        bad: built "Set the type of the result to `<4 x ptr>`.",
        good: "define void @f(<2 x i64> %x) {\n  %r = inttoptr <2 x i64> %x to <2 x ptr>\n  ret void\n}\n",
    }
    LW0563 BITCAST "Invalid bitcast" {
        what: "`bitcast` converts between types of one size that are neither structs nor arrays, and makes pointers \
               only of pointers of the same address space.",
        why: "It takes the same bits for those of another type; so there must be as many, and pointers are more than \
              bits.",
        section: "i-bitcast",
        bad: built "Set the type of the result to `i64`.",
        good: "define void @f(i32 %x) {\n  %r = bitcast i32 %x to float\n  ret void\n}\n",
    }
    LW0564 ADDRSPACECAST_FROM "AddrSpaceCast source must be a pointer" {
        what: "`addrspacecast` converts pointers, or vectors of pointers.",
        why: "Only they belong to an address space.",
        section: "i-addrspacecast",
        bad: built "Make the operand the `i64`.",
        good: "define void @f(ptr %x, i64 %y) {\n  %r = addrspacecast ptr %x to ptr addrspace(1)\n  ret void\n}\n",
    }
    LW0565 ADDRSPACECAST_TO "AddrSpaceCast result must be a pointer" {
        what: "`addrspacecast` gives a pointer, or a vector of pointers.",
        why: "It leads to the same object by way of another address space; `ptrtoint` gives an integer.",
        section: "i-addrspacecast",
        bad: built "Set the type of the result to `i64`.",
        good: "define void @f(ptr %x) {\n  %r = addrspacecast ptr %x to ptr addrspace(1)\n  ret void\n}\n",
    }
    LW0566 ADDRSPACECAST_SPACES "AddrSpaceCast must be between different address spaces" {
        what: "`addrspacecast` gives a pointer into another address space than that of its operand.",
        why: "Within one address space there is nothing to convert.",
        section: "i-addrspacecast",
        bad: built "Set the type of the result to `ptr`.",
        good: "define void @f(ptr %x) {\n  %r = addrspacecast ptr %x to ptr addrspace(1)\n  ret void\n}\n",
    }
    LW0567 ADDRSPACECAST_LENGTH "AddrSpaceCast vector pointer number of elements mismatch" {
        what: "`addrspacecast` of a vector gives a vector of as many pointers.",
        why: "A vector is converted pointer by pointer.",
        section: "i-addrspacecast",
        bad: built "Set the type of the result to `<4 x ptr addrspace(1)>`.",
        good: "define void @f(<2 x ptr> %x) {\n  %r = addrspacecast <2 x ptr> %x to <2 x ptr addrspace(1)>\n  ret \
               void\n}\n",
    }
    LW0568 ICMP_TYPES "Both operands to ICmp instruction are not of the same type!" {
        what: "Both operands of `icmp` are of one type.",
        why: "Numbers of different widths are not comparable bit by bit; to compare them, widen one of them.",
        section: "i-icmp",
        bad: built "Make the second operand the `i64`.",
        good: "define void @f(i32 %x, i64 %y) {\n  %r = icmp eq i32 %x, %x\n  ret void\n}\n",
    }
    LW0569 ICMP_OPERANDS "Invalid operand types for ICmp instruction" {
        what: "`icmp` compares integers, pointers, or vectors of them.",
        why: "Floating-point numbers are compared by `fcmp`, structs and arrays member by member.",
        section: "i-icmp",
        bad: built "Make both operands `float`.",
        good: "define void @f(i32 %x, float %y) {\n  %r = icmp eq i32 %x, %x\n  ret void\n}\n",
    }
    LW0570 FCMP_TYPES "Both operands to FCmp instruction are not of the same type!" {
        what: "Both operands of `fcmp` are of one type.",
        why: "Who wants to compare a `float` with a `double` widens it first, by `fpext`.",
        section: "i-fcmp",
        bad: built "Make the second operand the `double`.",
        good: "define void @f(float %x, double %y) {\n  %r = fcmp oeq float %x, %x\n  ret void\n}\n",
    }
    LW0571 FCMP_OPERANDS "Invalid operand types for FCmp instruction" {
        what: "`fcmp` compares floating-point numbers, or vectors of them.",
        why: "Integers and pointers are compared by `icmp`.",
        section: "i-fcmp",
        bad: built "Make both operands `i32`.",
        good: "define void @f(float %x, i32 %y) {\n  %r = fcmp oeq float %x, %x\n  ret void\n}\n",
    }
    LW0572 PHI_GROUP "PHI nodes not grouped at top of basic block!" {
        what: "The `phi`s of a block come before all its other instructions.",
        why: "They take their values all at once, at the moment when the block is entered.",
        section: "i-phi",
        bad: "define void @f() {\nentry:\n  br label %a\na:\n  fence acquire\n  %x = phi i32 [ 1, %entry ]\n  ret \
              void\n}\n",
        good: "define void @f() {\nentry:\n  br label %a\na:\n  %x = phi i32 [ 1, %entry ]\n  fence acquire\n  ret \
               void\n}\n",
    }
    LW0573 PHI_TOKEN "PHI nodes cannot have token type!" {
        what: "A `phi` gives no `token`, nor a value of a `target` type that is like one.",
        why: "Whoever meets the use of a token must find what made it; with a `phi` between them that depends on the \
              way taken.",
        section: "t-token",
        bad: "define void @f() {\nentry:\n  br label %a\na:\n  %x = phi token [ none, %entry ]\n  ret void\n}\n",
        good: "define void @f() {\nentry:\n  br label %a\na:\n  %x = phi i32 [ 0, %entry ]\n  ret void\n}\n",
    }
    LW0574 PHI_TYPES "PHI node operands are not the same type as the result!" {
        what: "The values of a `phi` are of its own type.",
        why: "It becomes one of them, unchanged.",
        section: "i-phi",
        bad: built "Make the value the `i64`.",
        good: "define void @f(i32 %x, i64 %y) {\nentry:\n  br label %a\na:\n  %r = phi i32 [ %x, %entry ]\n  ret \
               void\n}\n",
    }
    LW0575 SELECT_OPERANDS "Invalid operands for select instruction!" {
        what: "`select` chooses between two values of one type, which is not `token`, by an `i1`; or between vectors, \
               number by number, by a vector of as many `i1`.",
        why: "An `i1` chooses between two. Tokens must be traceable to what made them.",
        section: "i-select",
        bad: built "Make the condition the `i32`.",
        good: "define void @f(i1 %c, i32 %x) {\n  %r = select i1 %c, i32 %x, i32 0\n  ret void\n}\n",
    }
    LW0576 SELECT_TYPE "Select values must have same type as select instruction!" {
        what: "The values that `select` chooses between are of its own type.",
        why: "It becomes one of them, unchanged.",
        section: "i-select",
        bad: built "Set the type of the `select` to `i64`.",
        good: "define void @f(i1 %c, i32 %x) {\n  %r = select i1 %c, i32 %x, i32 0\n  ret void\n}\n",
    }
    LW0577 EXTRACTELEMENT "Invalid extractelement operands!" {
        what: "`extractelement` takes an element out of a vector, by a number of any integer type.",
        why: "Arrays and structs have `extractvalue`.",
        section: "i-extractelement",
        bad: built "Make the index the `float`.",
        good: "define void @f(<2 x i32> %v, float %y) {\n  %r = extractelement <2 x i32> %v, i32 0\n  ret void\n}\n",
    }
    LW0578 INSERTELEMENT "Invalid insertelement operands!" {
        what: "`insertelement` puts an element of the vector's element type into a vector, at a place given by any \
               integer type.",
        why: "The result is the vector with one element replaced; all elements of a vector are of one type.",
        section: "i-insertelement",
        bad: built "Make the element the `float`.",
        good: "define void @f(<2 x i32> %v, float %y) {\n  %r = insertelement <2 x i32> %v, i32 1, i32 0\n  ret \
               void\n}\n",
    }
    LW0579 SHUFFLEVECTOR "Invalid shufflevector operands!" {
        what: "`shufflevector` takes two vectors of one type and a mask whose numbers are `poison` or less than the \
               count of their elements together. The mask of scalable vectors is all zeros or all `poison`.",
        why: "Each number of the mask chooses an element from the two vectors, one behind the other.",
        section: "i-shufflevector",
        bad: built "Make the second vector the `<2 x float>`.",
        good: "define void @f(<2 x i32> %v, <2 x float> %w) {\n  %r = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x \
               i32> <i32 0, i32 3>\n  ret void\n}\n",
    }
    LW0580 EXTRACTVALUE "Invalid ExtractValueInst operands!" {
        what: "The indices of `extractvalue` lead to a member of the struct or array, and the result is of that \
               member's type.",
        why: "It takes a part out of a value whose parts are all known; a part that the value does not have cannot be taken.",
        section: "i-extractvalue",
        bad: built "Set the type of the `extractvalue` to `i64`.",
        good: "define void @f({ i32, i64 } %s) {\n  %r = extractvalue { i32, i64 } %s, 0\n  ret void\n}\n",
    }
    LW0581 INSERTVALUE "Invalid InsertValueInst operands!" {
        what: "The indices of `insertvalue` lead to a member of the struct or array, and the value that is put there \
               is of that member's type.",
        why: "The result is the struct or array with one member replaced; its type does not change.",
        section: "i-insertvalue",
        bad: built "Make the value that is put in the `float`.",
        good: "define void @f({ i32, i64 } %s, float %y) {\n  %r = insertvalue { i32, i64 } %s, i32 1, 0\n  ret \
               void\n}\n",
    }
    LW0582 LOAD_POINTER "Load operand must be a pointer." {
        what: "`load` reads from where a pointer leads.",
        why: "Nothing but a pointer leads to memory; `inttoptr` makes one of a number.",
        section: "i-load",
        bad: built "Make the pointer the `i64`.",
        good: "define void @f(ptr %p, i64 %x) {\n  %r = load i8, ptr %p\n  ret void\n}\n",
    }
    LW0583 LOAD_UNSIZED "loading unsized types is not allowed" {
        what: "What `load` reads is of a type that has a size.",
        why: "How many bytes to read follows from the type.",
        section: "i-load",
        bad: built "Set the type of the `load` to `token`.",
        good: "define void @f(ptr %p) {\n  %r = load i8, ptr %p\n  ret void\n}\n",
    }
    LW0584 LOAD_ORDERING "Load cannot have Release ordering" {
        what: "An atomic `load` is not `release`, nor `acq_rel`.",
        why: "Such orderings are about what was written before, which a `store` makes visible to others.",
        section: "i-load",
        bad: built "Make the ordering `release`.",
        good: "define void @f(ptr %p) {\n  %r = load atomic i8, ptr %p seq_cst, align 1\n  ret void\n}\n",
    }
    LW0585 LOAD_ATOMIC_TYPE "atomic load operand must have integer, pointer, floating point, or vector type!" {
        what: "What an atomic `load` reads is an integer, a pointer, a floating-point number, or a vector of such.",
        why: "It becomes one instruction of the processor, or a call that stands for one; structs and arrays are for \
              no processor's.",
        section: "i-load",
        bad: "define void @f(ptr %p) {\n  %r = load atomic { i32 }, ptr %p seq_cst, align 4\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  %r = load atomic i32, ptr %p seq_cst, align 4\n  ret void\n}\n",
    }
    LW0586 LOAD_SCOPE "Non-atomic load cannot have SynchronizationScope specified" {
        what: "Only an atomic `load` has a `syncscope`.",
        why: "It says between which threads an atomic access is ordered; other accesses are not ordered at all.",
        section: "i-load",
        bad: built "Give the `load` the scope `singlethread`.",
        good: "define void @f(ptr %p) {\n  %r = load i8, ptr %p\n  ret void\n}\n",
    }
    LW0587 STORE_POINTER "Store operand must be a pointer." {
        what: "`store` writes to where a pointer leads.",
        why: "Nothing but a pointer leads to memory; `inttoptr` makes one of a number.",
        section: "i-store",
        bad: built "Make the pointer the `i64`.",
        good: "define void @f(ptr %p, i64 %x) {\n  store i8 0, ptr %p\n  ret void\n}\n",
    }
    LW0588 STORE_UNSIZED "storing unsized types is not allowed" {
        what: "What `store` writes is of a type that has a size.",
        why: "How many bytes to write follows from the type.",
        section: "i-store",
        bad: built "Make the value the `token`.",
        good: "define void @f(ptr %p) {\n  store i8 0, ptr %p\n  ret void\n}\n",
    }
    LW0589 STORE_ORDERING "Store cannot have Acquire ordering" {
        what: "An atomic `store` is not `acquire`, nor `acq_rel`.",
        why: "Such orderings are about what others have written, which a `load` gets to see.",
        section: "i-store",
        bad: built "Make the ordering `acquire`.",
        good: "define void @f(ptr %p) {\n  store atomic i8 0, ptr %p seq_cst, align 1\n  ret void\n}\n",
    }
    LW0590 STORE_ATOMIC_TYPE "atomic store operand must have integer, pointer, floating point, or vector type!" {
        what: "What an atomic `store` writes is an integer, a pointer, a floating-point number, or a vector of such.",
        why: "It becomes one instruction of the processor, or a call that stands for one; structs and arrays are for \
              no processor's.",
        section: "i-store",
        bad: "define void @f({ i32 } %s, ptr %p) {\n  store atomic { i32 } %s, ptr %p seq_cst, align 4\n  ret \
              void\n}\n",
        good: "define void @f(i32 %x, ptr %p) {\n  store atomic i32 %x, ptr %p seq_cst, align 4\n  ret void\n}\n",
    }
    LW0591 STORE_SCOPE "Non-atomic store cannot have SynchronizationScope specified" {
        what: "Only an atomic `store` has a `syncscope`.",
        why: "It says between which threads an atomic access is ordered; other accesses are not ordered at all.",
        section: "i-store",
        bad: built "Give the `store` the scope `singlethread`.",
        good: "define void @f(ptr %p) {\n  store i8 0, ptr %p\n  ret void\n}\n",
    }
    LW0592 ATOMIC_BITS "atomic memory access' size must be byte-sized" {
        what: "What is read or written atomically has at least 8 bits.",
        why: "Memory is accessed in bytes; less than one cannot be written without its neighbours.",
        section: "ordering",
        bad: "define void @f(ptr %p) {\n  %r = load atomic i1, ptr %p seq_cst, align 1\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  %r = load atomic i8, ptr %p seq_cst, align 1\n  ret void\n}\n",
    }
    LW0593 ATOMIC_POWER "atomic memory access' operand must have a power-of-two size" {
        what: "The bits that are read or written atomically are 8, 16, 32, ...: a power of two.",
        why: "Processors access memory in such pieces; any other size would take more than one access.",
        section: "ordering",
        bad: "define void @f(ptr %p) {\n  %r = load atomic i24, ptr %p seq_cst, align 4\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  %r = load atomic i32, ptr %p seq_cst, align 4\n  ret void\n}\n",
    }
    LW0594 FENCE_ORDERING "fence instructions may only have acquire, release, acq_rel, or seq_cst ordering." {
        what: "A `fence` is `acquire`, `release`, `acq_rel` or `seq_cst`.",
        why: "It accesses no memory; all that it does is to order other accesses, which the weaker orderings do not.",
        section: "i-fence",
        bad: built "Make the ordering `monotonic`.",
        good: "define void @f() {\n  fence acquire\n  ret void\n}\n",
    }
    LW0595 CMPXCHG_OPERAND "cmpxchg operand must have integer or pointer type" {
        what: "`cmpxchg` compares and writes an integer or a pointer.",
        why: "It compares bit by bit. Floating-point numbers are not equal by their bits; they are made integers \
              first, by `bitcast`.",
        section: "i-cmpxchg",
        bad: "define void @f(ptr %p, float %x) {\n  %r = cmpxchg ptr %p, float %x, float %x seq_cst seq_cst\n  ret \
              void\n}\n",
        good: "define void @f(ptr %p, i32 %x) {\n  %r = cmpxchg ptr %p, i32 %x, i32 %x seq_cst seq_cst\n  ret \
               void\n}\n",
    }
    LW0596 CMPXCHG_SUCCESS "invalid cmpxchg success ordering" {
        what: "If it succeeds, `cmpxchg` is at least `monotonic`.",
        why: "It reads and writes in one step, which accesses that are not atomic, or are `unordered`, cannot.",
        section: "i-cmpxchg",
        bad: built "Make the ordering of success `unordered`.",
        good: "define void @f(ptr %p) {\n  %r = cmpxchg ptr %p, i8 0, i8 1 seq_cst monotonic\n  ret void\n}\n",
    }
    LW0597 CMPXCHG_FAILURE "invalid cmpxchg failure ordering" {
        what: "If it fails, `cmpxchg` is `monotonic`, `acquire` or `seq_cst`.",
        why: "It has only read then; `release` is about what was written.",
        section: "i-cmpxchg",
        bad: built "Make the ordering of failure `release`.",
        good: "define void @f(ptr %p) {\n  %r = cmpxchg ptr %p, i8 0, i8 1 seq_cst monotonic\n  ret void\n}\n",
    }
    LW0598 ATOMICRMW_ORDERING "atomicrmw instructions cannot be unordered." {
        what: "`atomicrmw` is at least `monotonic`.",
        why: "It reads and writes in one step, which accesses that are not atomic, or are `unordered`, cannot.",
        section: "i-atomicrmw",
        bad: built "Make the ordering `unordered`.",
        good: "define void @f(ptr %p) {\n  %r = atomicrmw add ptr %p, i32 1 seq_cst\n  ret void\n}\n",
    }
    LW0599 ATOMICRMW_XCHG "atomicrmw {} operand must have integer or floating point type!" {
        what: "`atomicrmw xchg` puts an integer, a floating-point number or a pointer in the place of another.",
        why: "It becomes one instruction of the processor.",
        section: "i-atomicrmw",
        bad: built "Make the value the vector.",
        good: "define void @f(ptr %p, <2 x i32> %v) {\n  %r = atomicrmw xchg ptr %p, i32 1 seq_cst\n  ret void\n}\n",
    }
    LW0600 ATOMICRMW_FLOAT "atomicrmw {} operand must have floating-point or fixed vector of floating-point type!" {
        what: "`fadd`, `fsub`, `fmax`, `fmin` and their like of `atomicrmw` take a floating-point number, \
               or a vector of some of fixed length.",
        why: "They compute with such numbers; and how much memory is accessed at once must be known.",
        section: "i-atomicrmw",
        bad: built "Make the value the `i32`.",
        good: "define void @f(ptr %p, float %x, i32 %y) {\n  %r = atomicrmw fadd ptr %p, float %x seq_cst\n  ret \
               void\n}\n",
    }
    LW0601 ATOMICRMW_INT "atomicrmw {} operand must have integer type!" {
        what: "Most operations of `atomicrmw` take an integer or, from LLVM 23 on, a fixed vector of integers.",
        why: "They compute with one, or with its bits; pointers and floating-point numbers have operations of their \
              own.",
        section: "i-atomicrmw",
        bad: built "Make the value the `float`.",
        good: "define void @f(ptr %p, float %y) {\n  %r = atomicrmw add ptr %p, i32 1 seq_cst\n  ret void\n}\n",
    }
    LW0602 ALLOCA_UNSIZED "Cannot allocate unsized type" {
        what: "What `alloca` makes room for is of a type that has a size.",
        why: "How much room is needed follows from the type.",
        section: "i-alloca",
        bad: built "Allocate a function type.",
        good: "define void @f() {\n  %r = alloca i32\n  ret void\n}\n",
    }
    LW0603 ALLOCA_TARGET_TYPE "Alloca has illegal target extension type" {
        what: "What `alloca` makes room for holds no `target` type that may not be on the stack.",
        why: "Values of such types are only where the target keeps them, such as in a register or in a global of a \
              certain kind.",
        section: "t-target-type",
        bad: "define void @f() {\n  %r = alloca target(\"amdgcn.named.barrier\", 0)\n  ret void\n}\n",
        good: "define void @f() {\n  %r = alloca target(\"spirv.Event\")\n  ret void\n}\n",
    }
    LW0604 ALLOCA_COUNT "Alloca array size must have integer type" {
        what: "The count of elements of an `alloca` is an integer.",
        why: "It says how many objects there are, one after the other.",
        section: "i-alloca",
        bad: built "Make the count the `float`.",
        good: "define void @f(i32 %n, float %y) {\n  %r = alloca i32, i32 %n\n  ret void\n}\n",
    }
    LW0605 SWIFTERROR_ALLOCA_TYPE "swifterror alloca must have pointer type" {
        what: "An `alloca` that is `swifterror` makes room for a pointer.",
        why: "It stands for the register in which Swift hands on an error, which is a pointer.",
        section: "i-alloca",
        bad: "define void @f() {\n  %r = alloca swifterror i32\n  ret void\n}\n",
        good: "define void @f() {\n  %r = alloca swifterror ptr\n  ret void\n}\n",
    }
    LW0606 SWIFTERROR_ALLOCA_ARRAY "swifterror alloca must not be array allocation" {
        what: "An `alloca` that is `swifterror` makes room for one pointer, not for several.",
        why: "It stands for the one register in which Swift hands on an error.",
        section: "i-alloca",
        bad: "define void @f() {\n  %r = alloca swifterror ptr, i32 2\n  ret void\n}\n",
        good: "define void @f() {\n  %r = alloca swifterror ptr\n  ret void\n}\n",
    }
    LW0607 ALLOCA_AMDGPU "alloca on amdgpu must be in addrspace(5)" {
        what: "For AMD's GPUs `alloca` gives a pointer into address space 5.",
        why: "That is the memory which each of the many threads has for itself, where stacks are.",
        section: "alloca-addrspace",
        bad: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() {\n  %r = alloca i32\n  ret void\n}\n",
        good: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() {\n  %r = alloca i32, addrspace(5)\n  ret \
               void\n}\n",
    }
    LW0608 GEP_BASE "GEP base pointer is not a vector or a vector of pointers" {
        what: "`getelementptr` starts at a pointer, or at each of a vector of pointers.",
        why: "It computes addresses from addresses.",
        section: "i-getelementptr",
        bad: built "Make the base the `i64`.",
        good: "define void @f(ptr %p, i64 %x) {\n  %r = getelementptr i8, ptr %p, i64 1\n  ret void\n}\n",
    }
    LW0609 GEP_UNSIZED "GEP into unsized type!" {
        what: "`getelementptr` steps over objects of a type that has a size.",
        why: "How far a step goes follows from the size.",
        section: "i-getelementptr",
        bad: built "Make the source type `token`.",
        good: "define void @f(ptr %p) {\n  %r = getelementptr i8, ptr %p, i64 1\n  ret void\n}\n",
    }
    LW0610 GEP_SCALABLE "getelementptr cannot target structure that contains scalable vectortype" {
        what: "`getelementptr` does not go into a struct that holds scalable vectors.",
        why: "Where the members of such a struct are is not known before the program runs.",
        section: "i-getelementptr",
        bad: built "Make the source type `{ <vscale x 1 x i32> }`.",
        good: "define void @f(ptr %p) {\n  %r = getelementptr { i32 }, ptr %p, i64 1\n  ret void\n}\n",
    }
    LW0611 GEP_INDEX_TYPES "GEP indexes must be integers" {
        what: "The indices of `getelementptr` are integers or vectors of integers.",
        why: "They count objects, elements and members.",
        section: "i-getelementptr",
        bad: built "Make the index the `float`.",
        good: "define void @f(ptr %p, float %y) {\n  %r = getelementptr i8, ptr %p, i64 1\n  ret void\n}\n",
    }
    LW0612 GEP_INDICES "Invalid indices for GEP pointer type!" {
        what: "The indices of `getelementptr` after the first lead into arrays, vectors and structs. Those of a struct \
               are constants of type `i32` that number a member.",
        why: "The address of a member follows from its type's layout; a number has no members, and a struct's differ \
              in size.",
        section: "i-getelementptr",
        bad: built "Make the second index 7.",
        good: "define void @f(ptr %p) {\n  %r = getelementptr { i32, i64 }, ptr %p, i64 0, i32 1\n  ret void\n}\n",
    }
    LW0613 GEP_RESULT "GEP is not of right type for indices!" {
        what: "`getelementptr` gives a pointer, or a vector of pointers.",
        why: "It computes addresses and accesses no memory; the value at the address is read by `load`.",
        section: "i-getelementptr",
        bad: built "Set the type of the `getelementptr` to `i64`.",
        good: "define void @f(ptr %p) {\n  %r = getelementptr i8, ptr %p, i64 1\n  ret void\n}\n",
    }
    LW0614 GEP_WIDTH "Vector GEP result width doesn't match operand's" {
        what: "`getelementptr` gives as many pointers as it starts at.",
        why: "Each is computed from one.",
        section: "i-getelementptr",
        bad: built "Set the type of the `getelementptr` to `<4 x ptr>`.",
        good: "define void @f(<2 x ptr> %p) {\n  %r = getelementptr i8, <2 x ptr> %p, i64 1\n  ret void\n}\n",
    }
    LW0615 GEP_INDEX_WIDTH "Invalid GEP index vector width" {
        what: "Where `getelementptr` gives a vector, each index that is a vector has as many numbers.",
        why: "Each pointer is computed with the numbers at its place.",
        section: "i-getelementptr",
        bad: built "Set the type of the `getelementptr` to `<4 x ptr>`.",
        good: "define void @f(ptr %p, <2 x i64> %i) {\n  %r = getelementptr i8, ptr %p, <2 x i64> %i\n  ret void\n}\n",
    }
    LW0616 GEP_ADDRESS_SPACE "GEP address space doesn't match type" {
        what: "`getelementptr` stays in the address space of the pointer that it starts at.",
        why: "It moves within one object, which is in one address space; `addrspacecast` leads to another.",
        section: "i-getelementptr",
        bad: built "Set the type of the `getelementptr` to `ptr addrspace(1)`.",
        good: "define void @f(ptr %p) {\n  %r = getelementptr i8, ptr %p, i64 1\n  ret void\n}\n",
    }
    LW0617 ATOMICRMW_ELEMENTWISE_TYPE "atomicrmw elementwise operand must have fixed vector type!" {
        what: "`atomicrmw elementwise` takes a vector of fixed length.",
        why: "It is as many operations as there are elements.",
        section: "i-atomicrmw",
        bad: built "Make the value the `i32`.",
        good: "define void @f(ptr %p, <4 x i32> %v, i32 %x) {\n  %r = atomicrmw elementwise add ptr %p, <4 x i32> %v monotonic\n  ret void\n}\n",
    }
    LW0618 ATOMICRMW_ELEMENTWISE_ORDERING "atomicrmw elementwise cannot be sequentially consistent." {
        what: "`atomicrmw elementwise` is weaker than `seq_cst`.",
        why: "Its operations on the elements have no order among themselves.",
        section: "elementwise-atomics",
        bad: built "Make the ordering `seq_cst`.",
        good: "define void @f(ptr %p, <4 x i32> %v, i32 %x) {\n  %r = atomicrmw elementwise add ptr %p, <4 x i32> %v monotonic\n  ret void\n}\n",
    }
}
