//! Rules about vector-predicated, constrained floating-point, matrix and other vector intrinsics: LW1050 to LW1149.

use crate::rule::rules;

rules! {
    LW1050 VP_CAST_LENGTH "VP cast intrinsic first argument and result vector lengths must be equal" {
        what: "A vector-predicated cast gives a vector as long as the one that it casts.",
        why: "It casts element by element.",
        section: "vector-predication-intrinsics",
        bad: "define <2 x i8> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <2 x i8> @llvm.vp.trunc.v2i8.v4i32(<4 x i32> %x, <2 x i1> splat (i1 true), i32 %n)\n  ret <2 x i8> %r\n}\n",
        good: "define <4 x i8> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i8> @llvm.vp.trunc.v4i8.v4i32(<4 x i32> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i8> %r\n}\n",
    }
    LW1051 VP_TRUNC_TYPE "llvm.vp.trunc intrinsic first argument and result element type must be integer" {
        what: "`llvm.vp.trunc` makes integers of integers.",
        why: "It drops upper bits; for floating-point numbers there is `llvm.vp.fptrunc`.",
        section: "llvm-vp-trunc-intrinsics",
        bad: "define <4 x i8> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i8> @llvm.vp.trunc.v4i8.v4f32(<4 x float> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i8> %r\n}\n",
        good: "define <4 x i8> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i8> @llvm.vp.trunc.v4i8.v4i32(<4 x i32> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i8> %r\n}\n",
    }
    LW1052 VP_TRUNC_SIZE "llvm.vp.trunc intrinsic the bit size of first argument must be larger than the bit size of the return type" {
        what: "`llvm.vp.trunc` makes integers narrower.",
        why: "It drops upper bits.",
        section: "llvm-vp-trunc-intrinsics",
        bad: "define <4 x i32> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i32> @llvm.vp.trunc.v4i32.v4i32(<4 x i32> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i8> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i8> @llvm.vp.trunc.v4i8.v4i32(<4 x i32> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i8> %r\n}\n",
    }
    LW1053 VP_EXT_TYPE "llvm.vp.zext or llvm.vp.sext intrinsic first argument and result element type must be integer" {
        what: "`llvm.vp.zext` and `llvm.vp.sext` make integers of integers.",
        why: "They add upper bits; for floating-point numbers there is `llvm.vp.fpext`.",
        section: "llvm-vp-zext-intrinsics",
        bad: "define <4 x double> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x double> @llvm.vp.zext.v4f64.v4i32(<4 x i32> %x, <4 x i1> %m, i32 %n)\n  ret <4 x double> %r\n}\n",
        good: "define <4 x i64> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i64> @llvm.vp.zext.v4i64.v4i32(<4 x i32> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i64> %r\n}\n",
    }
    LW1054 VP_EXT_SIZE "llvm.vp.zext or llvm.vp.sext intrinsic the bit size of first argument must be smaller than the bit size of the return type" {
        what: "`llvm.vp.zext` and `llvm.vp.sext` make integers wider.",
        why: "They add upper bits.",
        section: "llvm-vp-zext-intrinsics",
        bad: "define <4 x i8> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i8> @llvm.vp.zext.v4i8.v4i32(<4 x i32> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i8> %r\n}\n",
        good: "define <4 x i64> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i64> @llvm.vp.zext.v4i64.v4i32(<4 x i32> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i64> %r\n}\n",
    }
    LW1055 VP_TO_INT_TYPE "llvm.vp.fptoui, llvm.vp.fptosi, llvm.vp.lrint or llvm.vp.llrintintrinsic first argument element type must be floating-point and result element type must be integer" {
        what: "`llvm.vp.fptoui` and `llvm.vp.fptosi` make integers of floating-point numbers.",
        why: "That is what they convert.",
        section: "llvm-vp-fptosi-intrinsics",
        bad: "define <4 x i32> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i32> @llvm.vp.fptosi.v4i32.v4i32(<4 x i32> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i32> @llvm.vp.fptosi.v4i32.v4f32(<4 x float> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i32> %r\n}\n",
    }
    LW1056 VP_TO_FLOAT_TYPE "llvm.vp.uitofp or llvm.vp.sitofp intrinsic first argument element type must be integer and result element type must be floating-point" {
        what: "`llvm.vp.uitofp` and `llvm.vp.sitofp` make floating-point numbers of integers.",
        why: "That is what they convert.",
        section: "llvm-vp-sitofp-intrinsics",
        bad: "define <4 x float> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x float> @llvm.vp.sitofp.v4f32.v4f32(<4 x float> %x, <4 x i1> %m, i32 %n)\n  ret <4 x float> %r\n}\n",
        good: "define <4 x float> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x float> @llvm.vp.sitofp.v4f32.v4i32(<4 x i32> %x, <4 x i1> %m, i32 %n)\n  ret <4 x float> %r\n}\n",
    }
    LW1057 VP_FPTRUNC_TYPE "llvm.vp.fptrunc intrinsic first argument and result element type must be floating-point" {
        what: "`llvm.vp.fptrunc` makes floating-point numbers of floating-point numbers.",
        why: "It rounds to a smaller format; for integers there is `llvm.vp.trunc`.",
        section: "llvm-vp-fptrunc-intrinsics",
        bad: "define <4 x i16> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i16> @llvm.vp.fptrunc.v4i16.v4f32(<4 x float> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i16> %r\n}\n",
        good: "define <4 x half> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x half> @llvm.vp.fptrunc.v4f16.v4f32(<4 x float> %x, <4 x i1> %m, i32 %n)\n  ret <4 x half> %r\n}\n",
    }
    LW1058 VP_FPTRUNC_SIZE "llvm.vp.fptrunc intrinsic the bit size of first argument must be larger than the bit size of the return type" {
        what: "`llvm.vp.fptrunc` makes floating-point numbers of fewer bits.",
        why: "It rounds to a smaller format.",
        section: "llvm-vp-fptrunc-intrinsics",
        bad: "define <4 x double> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x double> @llvm.vp.fptrunc.v4f64.v4f32(<4 x float> %x, <4 x i1> %m, i32 %n)\n  ret <4 x double> %r\n}\n",
        good: "define <4 x half> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x half> @llvm.vp.fptrunc.v4f16.v4f32(<4 x float> %x, <4 x i1> %m, i32 %n)\n  ret <4 x half> %r\n}\n",
    }
    LW1059 VP_FPEXT_TYPE "llvm.vp.fpext intrinsic first argument and result element type must be floating-point" {
        what: "`llvm.vp.fpext` makes floating-point numbers of floating-point numbers.",
        why: "It goes to a larger format; for integers there are `llvm.vp.zext` and `llvm.vp.sext`.",
        section: "llvm-vp-fpext-intrinsics",
        bad: "define <4 x double> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x double> @llvm.vp.fpext.v4f64.v4i32(<4 x i32> %x, <4 x i1> %m, i32 %n)\n  ret <4 x double> %r\n}\n",
        good: "define <4 x double> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x double> @llvm.vp.fpext.v4f64.v4f32(<4 x float> %x, <4 x i1> %m, i32 %n)\n  ret <4 x double> %r\n}\n",
    }
    LW1060 VP_FPEXT_SIZE "llvm.vp.fpext intrinsic the bit size of first argument must be smaller than the bit size of the return type" {
        what: "`llvm.vp.fpext` makes floating-point numbers of more bits.",
        why: "It goes to a larger format.",
        section: "llvm-vp-fpext-intrinsics",
        bad: "define <4 x half> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x half> @llvm.vp.fpext.v4f16.v4f32(<4 x float> %x, <4 x i1> %m, i32 %n)\n  ret <4 x half> %r\n}\n",
        good: "define <4 x double> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x double> @llvm.vp.fpext.v4f64.v4f32(<4 x float> %x, <4 x i1> %m, i32 %n)\n  ret <4 x double> %r\n}\n",
    }
    LW1061 VP_PTRTOINT_TYPE "llvm.vp.ptrtoint intrinsic first argument element type must be pointer and result element type must be integer" {
        what: "`llvm.vp.ptrtoint` makes integers of pointers.",
        why: "That is what it converts.",
        section: "llvm-vp-ptrtoint-intrinsics",
        bad: "define <4 x i64> @f(<4 x double> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i64> @llvm.vp.ptrtoint.v4i64.v4f64(<4 x double> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i64> %r\n}\n",
        good: "define <4 x i64> @f(<4 x ptr> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i64> @llvm.vp.ptrtoint.v4i64.v4p0(<4 x ptr> %x, <4 x i1> %m, i32 %n)\n  ret <4 x i64> %r\n}\n",
    }
    LW1062 VP_INTTOPTR_TYPE "llvm.vp.inttoptr intrinsic first argument element type must be integer and result element type must be pointer" {
        what: "`llvm.vp.inttoptr` makes pointers of integers.",
        why: "That is what it converts.",
        section: "llvm-vp-inttoptr-intrinsics",
        bad: "define <4 x ptr> @f(<4 x double> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x ptr> @llvm.vp.inttoptr.v4p0.v4f64(<4 x double> %x, <4 x i1> %m, i32 %n)\n  ret <4 x ptr> %r\n}\n",
        good: "define <4 x ptr> @f(<4 x i64> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x ptr> @llvm.vp.inttoptr.v4p0.v4i64(<4 x i64> %x, <4 x i1> %m, i32 %n)\n  ret <4 x ptr> %r\n}\n",
    }
    LW1063 VP_FCMP_PREDICATE "invalid predicate for VP FP comparison intrinsic" {
        what: "The third argument of `llvm.vp.fcmp` names a comparison of floating-point numbers, such as `!\"oeq\"`.",
        why: "It says what to compare for.",
        section: "llvm-vp-fcmp-intrinsics",
        bad: "define <4 x i1> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i1> @llvm.vp.fcmp.v4f32(<4 x float> %x, <4 x float> %x, metadata !\"eq\", <4 x i1> %m, i32 %n)\n  ret <4 x i1> %r\n}\n",
        good: "define <4 x i1> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i1> @llvm.vp.fcmp.v4f32(<4 x float> %x, <4 x float> %x, metadata !\"oeq\", <4 x i1> %m, i32 %n)\n  ret <4 x i1> %r\n}\n",
    }
    LW1064 VP_ICMP_PREDICATE "invalid predicate for VP integer comparison intrinsic" {
        what: "The third argument of `llvm.vp.icmp` names a comparison of integers, such as `!\"slt\"`.",
        why: "It says what to compare for.",
        section: "llvm-vp-icmp-intrinsics",
        bad: "define <4 x i1> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32> %x, <4 x i32> %x, metadata !\"oeq\", <4 x i1> %m, i32 %n)\n  ret <4 x i1> %r\n}\n",
        good: "define <4 x i1> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32> %x, <4 x i32> %x, metadata !\"slt\", <4 x i1> %m, i32 %n)\n  ret <4 x i1> %r\n}\n",
    }
    LW1065 VP_CLASS_MASK "unsupported bits for llvm.vp.is.fpclass test mask" {
        what: "The mask of `llvm.vp.is.fpclass` has no bits but the lowest ten.",
        why: "Each of the ten stands for a class of floating-point numbers; the others stand for nothing.",
        section: "llvm-vp-is-fpclass-intrinsics",
        bad: "define <4 x i1> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i1> @llvm.vp.is.fpclass.v4f32(<4 x float> %x, i32 1024, <4 x i1> %m, i32 %n)\n  ret <4 x i1> %r\n}\n",
        good: "define <4 x i1> @f(<4 x float> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i1> @llvm.vp.is.fpclass.v4f32(<4 x float> %x, i32 3, <4 x i1> %m, i32 %n)\n  ret <4 x i1> %r\n}\n",
    }
    LW1066 VP_SPLICE "The splice index exceeds the range [-VL, VL-1] where VL is the known minimum number of elements in the vector. For scalable vectors the minimum number of elements is determined from vscale_range." {
        what: "The index of `llvm.experimental.vp.splice` is that of an element of the first vector, or, if it is negative, counts back from its end.",
        why: "The result begins with that element.",
        section: "llvm-experimental-vp-splice-intrinsic",
        bad: "define <4 x i32> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i32> @llvm.experimental.vp.splice.v4i32(<4 x i32> %x, <4 x i32> %x, i32 4, <4 x i1> %m, i32 %n, i32 %n)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n  %r = call <4 x i32> @llvm.experimental.vp.splice.v4i32(<4 x i32> %x, <4 x i32> %x, i32 3, <4 x i1> %m, i32 %n, i32 %n)\n  ret <4 x i32> %r\n}\n",
    }
    LW1067 SPLICE_LEFT "The splice index exceeds the range [0, VL-1] where VL is the known minimum number of elements in the vector. For scalable vectors the minimum number of elements is determined from vscale_range." until V22 {
        what: "`llvm.vector.splice.left` shifts by fewer elements than there are in a vector.",
        why: "The result begins with an element of the first vector.",
        section: "llvm-vector-splice-left-intrinsic",
        bad: "define <4 x i32> @f(<4 x i32> %x) {\n  %r = call <4 x i32> @llvm.vector.splice.left.v4i32(<4 x i32> %x, <4 x i32> %x, i32 4)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %x) {\n  %r = call <4 x i32> @llvm.vector.splice.left.v4i32(<4 x i32> %x, <4 x i32> %x, i32 3)\n  ret <4 x i32> %r\n}\n",
    }
    LW1068 SPLICE_RIGHT "The splice index exceeds the range [0, VL] where VL is the known minimum number of elements in the vector. For scalable vectors the minimum number of elements is determined from vscale_range." until V22 {
        what: "`llvm.vector.splice.right` shifts by no more elements than there are in a vector.",
        why: "The result ends with an element of the second vector, or is the first vector as it is.",
        section: "llvm-vector-splice-right-intrinsic",
        bad: "define <4 x i32> @f(<4 x i32> %x) {\n  %r = call <4 x i32> @llvm.vector.splice.right.v4i32(<4 x i32> %x, <4 x i32> %x, i32 5)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %x) {\n  %r = call <4 x i32> @llvm.vector.splice.right.v4i32(<4 x i32> %x, <4 x i32> %x, i32 4)\n  ret <4 x i32> %r\n}\n",
    }
    LW1069 INSERT_TYPE "vector_insert parameters must have the same element type." {
        what: "`llvm.vector.insert` puts a vector into one with the same element type.",
        why: "Its elements take the place of elements there.",
        section: "llvm-vector-insert-intrinsic",
        bad: "define <4 x i32> @f(<4 x i32> %x, <2 x i16> %y) {\n  %r = call <4 x i32> @llvm.vector.insert.v4i32.v2i16(<4 x i32> %x, <2 x i16> %y, i64 0)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %x, <2 x i32> %y) {\n  %r = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %x, <2 x i32> %y, i64 0)\n  ret <4 x i32> %r\n}\n",
    }
    LW1070 INSERT_INDEX "vector_insert index must be a constant multiple of the subvector's known minimum vector length." {
        what: "The index of `llvm.vector.insert` is a multiple of the length of the vector that is put in.",
        why: "It is put where a whole number of such vectors would lie before it, which machines can do without shifting elements.",
        section: "llvm-vector-insert-intrinsic",
        bad: "define <4 x i32> @f(<4 x i32> %x, <2 x i32> %y) {\n  %r = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %x, <2 x i32> %y, i64 1)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %x, <2 x i32> %y) {\n  %r = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %x, <2 x i32> %y, i64 2)\n  ret <4 x i32> %r\n}\n",
    }
    LW1071 INSERT_OVERRUN "subvector operand of vector_insert would overrun the vector being inserted into." {
        what: "The vector that `llvm.vector.insert` puts in ends no later than the one that it is put into.",
        why: "Elements past the end have no place.",
        section: "llvm-vector-insert-intrinsic",
        bad: "define <4 x i32> @f(<4 x i32> %x, <2 x i32> %y) {\n  %r = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %x, <2 x i32> %y, i64 4)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %x, <2 x i32> %y) {\n  %r = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %x, <2 x i32> %y, i64 2)\n  ret <4 x i32> %r\n}\n",
    }
    LW1072 EXTRACT_TYPE "vector_extract result must have the same element type as the input vector." {
        what: "`llvm.vector.extract` gives a vector with the element type of the one that it takes elements from.",
        why: "It copies elements.",
        section: "llvm-vector-extract-intrinsic",
        bad: "define <2 x i16> @f(<4 x i32> %x) {\n  %r = call <2 x i16> @llvm.vector.extract.v2i16.v4i32(<4 x i32> %x, i64 0)\n  ret <2 x i16> %r\n}\n",
        good: "define <2 x i32> @f(<4 x i32> %x) {\n  %r = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %x, i64 0)\n  ret <2 x i32> %r\n}\n",
    }
    LW1073 EXTRACT_INDEX "vector_extract index must be a constant multiple of the result type's known minimum vector length." {
        what: "The index of `llvm.vector.extract` is a multiple of the length of the vector that it gives.",
        why: "It takes elements before which a whole number of such vectors lie, which machines can do without shifting elements.",
        section: "llvm-vector-extract-intrinsic",
        bad: "define <2 x i32> @f(<4 x i32> %x) {\n  %r = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %x, i64 1)\n  ret <2 x i32> %r\n}\n",
        good: "define <2 x i32> @f(<4 x i32> %x) {\n  %r = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %x, i64 2)\n  ret <2 x i32> %r\n}\n",
    }
    LW1074 EXTRACT_OVERRUN "vector_extract would overrun." {
        what: "The elements that `llvm.vector.extract` takes all lie in the vector.",
        why: "The vector has no elements past its end.",
        section: "llvm-vector-extract-intrinsic",
        bad: "define <2 x i32> @f(<4 x i32> %x) {\n  %r = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %x, i64 4)\n  ret <2 x i32> %r\n}\n",
        good: "define <2 x i32> @f(<4 x i32> %x) {\n  %r = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %x, i64 2)\n  ret <2 x i32> %r\n}\n",
    }
    LW1075 PARTIAL_REDUCE "Invalid vector widths for partial reduction. The width of the input vector must be a positive integer multiple of the width of the accumulator vector." {
        what: "The vector that `llvm.vector.partial.reduce.add` or `.fadd` adds up is so many times as long as that of the sums.",
        why: "To each sum the same number of elements is added.",
        section: "llvm-vector-partial-reduce-add-intrinsic",
        bad: "define <4 x i32> @f(<4 x i32> %sum, <6 x i32> %x) {\n  %r = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v6i32(<4 x i32> %sum, <6 x i32> %x)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %sum, <8 x i32> %x) {\n  %r = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v8i32(<4 x i32> %sum, <8 x i32> %x)\n  ret <4 x i32> %r\n}\n",
    }
    LW1076 LANE_MASK "get_active_lane_mask: element type is not i1" {
        what: "`llvm.get.active.lane.mask` gives a vector of `i1`.",
        why: "For each lane it says yes or no.",
        section: "llvm-get-active-lane-mask-intrinsics",
        bad: "define <4 x i32> @f(i32 %i, i32 %n) {\n  %r = call <4 x i32> @llvm.get.active.lane.mask.v4i32.i32(i32 %i, i32 %n)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i1> @f(i32 %i, i32 %n) {\n  %r = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 %i, i32 %n)\n  ret <4 x i1> %r\n}\n",
    }
    LW1077 VECTOR_LENGTH "get_vector_length: VF must be positive" {
        what: "The second argument of `llvm.experimental.get.vector.length` is more than 0.",
        why: "It is how many elements a vector has.",
        section: "llvm-experimental-get-vector-length-intrinsic",
        bad: "define i32 @f(i32 %n) {\n  %r = call i32 @llvm.experimental.get.vector.length.i32(i32 %n, i32 0, i1 true)\n  ret i32 %r\n}\n",
        good: "define i32 @f(i32 %n) {\n  %r = call i32 @llvm.experimental.get.vector.length.i32(i32 %n, i32 4, i1 true)\n  ret i32 %r\n}\n",
    }
    LW1078 STEP_VECTOR "stepvector only supported for vectors of integers with a bitwidth of at least 8." {
        what: "`llvm.stepvector` gives a vector of integers of at least 8 bits.",
        why: "Its elements are 0, 1, 2 and so on.",
        section: "llvm-stepvector-intrinsic",
        bad: "define <vscale x 4 x float> @f() {\n  %r = call <vscale x 4 x float> @llvm.stepvector.nxv4f32()\n  ret <vscale x 4 x float> %r\n}\n",
        good: "define <vscale x 4 x i32> @f() {\n  %r = call <vscale x 4 x i32> @llvm.stepvector.nxv4i32()\n  ret <vscale x 4 x i32> %r\n}\n",
    }
    LW1079 MATCH_FIXED "Second operand must be a fixed length vector." {
        what: "The second argument of `llvm.experimental.vector.match` is a vector of fixed length.",
        why: "It is a list of what is looked for, and as such is known when the module is compiled.",
        section: "llvm-experimental-vector-match-intrinsic",
        bad: "define <vscale x 4 x i1> @f(<vscale x 4 x i32> %x, <vscale x 4 x i1> %m) {\n  %r = call <vscale x 4 x i1> @llvm.experimental.vector.match.nxv4i32.nxv4i32(<vscale x 4 x i32> %x, <vscale x 4 x i32> %x, <vscale x 4 x i1> %m)\n  ret <vscale x 4 x i1> %r\n}\n",
        good: "define <vscale x 4 x i1> @f(<vscale x 4 x i32> %x, <4 x i32> %y, <vscale x 4 x i1> %m) {\n  %r = call <vscale x 4 x i1> @llvm.experimental.vector.match.nxv4i32.v4i32(<vscale x 4 x i32> %x, <4 x i32> %y, <vscale x 4 x i1> %m)\n  ret <vscale x 4 x i1> %r\n}\n",
    }
    LW1080 MATCH_INT "First operand must be a vector of integers." {
        what: "`llvm.experimental.vector.match` looks for integers among integers.",
        why: "It compares bit by bit.",
        section: "llvm-experimental-vector-match-intrinsic",
        bad: "define <4 x i1> @f(<4 x float> %x, <4 x i1> %m) {\n  %r = call <4 x i1> @llvm.experimental.vector.match.v4f32.v4f32(<4 x float> %x, <4 x float> %x, <4 x i1> %m)\n  ret <4 x i1> %r\n}\n",
        good: "define <4 x i1> @f(<4 x i32> %x, <4 x i1> %m) {\n  %r = call <4 x i1> @llvm.experimental.vector.match.v4i32.v4i32(<4 x i32> %x, <4 x i32> %x, <4 x i1> %m)\n  ret <4 x i1> %r\n}\n",
    }
    LW1081 MATCH_TYPE "First two operands must have the same element type." {
        what: "The two vectors that `llvm.experimental.vector.match` compares have one element type.",
        why: "Each element of one is compared with each of the other.",
        section: "llvm-experimental-vector-match-intrinsic",
        bad: "define <4 x i1> @f(<4 x i32> %x, <4 x i16> %y, <4 x i1> %m) {\n  %r = call <4 x i1> @llvm.experimental.vector.match.v4i32.v4i16(<4 x i32> %x, <4 x i16> %y, <4 x i1> %m)\n  ret <4 x i1> %r\n}\n",
        good: "define <4 x i1> @f(<4 x i32> %x, <4 x i1> %m) {\n  %r = call <4 x i1> @llvm.experimental.vector.match.v4i32.v4i32(<4 x i32> %x, <4 x i32> %x, <4 x i1> %m)\n  ret <4 x i1> %r\n}\n",
    }
    LW1082 MATRIX_FIRST "First argument of a matrix operation does not match specified shape!" {
        what: "The first matrix that `llvm.matrix.multiply` multiplies has as many elements as its rows and columns say.",
        why: "A matrix is a vector; only those numbers give it its shape.",
        section: "llvm-matrix-multiply-intrinsic",
        bad: "define <4 x i32> @f(<6 x i32> %x, <4 x i32> %y) {\n  %r = call <4 x i32> @llvm.matrix.multiply.v4i32.v6i32.v4i32(<6 x i32> %x, <4 x i32> %y, i32 2, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %x, <4 x i32> %y) {\n  %r = call <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v4i32(<4 x i32> %x, <4 x i32> %y, i32 2, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
    }
    LW1083 MATRIX_SECOND "Second argument of a matrix operation does not match specified shape!" {
        what: "The second matrix that `llvm.matrix.multiply` multiplies has as many elements as its rows and columns say.",
        why: "A matrix is a vector; only those numbers give it its shape.",
        section: "llvm-matrix-multiply-intrinsic",
        bad: "define <4 x i32> @f(<4 x i32> %x, <6 x i32> %y) {\n  %r = call <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v6i32(<4 x i32> %x, <6 x i32> %y, i32 2, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %x, <4 x i32> %y) {\n  %r = call <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v4i32(<4 x i32> %x, <4 x i32> %y, i32 2, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
    }
    LW1084 MATRIX_ELEMENT "Result type must be an integer or floating-point type!" {
        what: "The elements of a matrix are integers or floating-point numbers.",
        why: "The matrix intrinsics compute with them.",
        section: "matrix-intrinsics",
        bad: "define <4 x ptr> @f(<4 x ptr> %x) {\n  %r = call <4 x ptr> @llvm.matrix.transpose.v4p0(<4 x ptr> %x, i32 2, i32 2)\n  ret <4 x ptr> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %x) {\n  %r = call <4 x i32> @llvm.matrix.transpose.v4i32(<4 x i32> %x, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
    }
    LW1085 MATRIX_FIRST_ELEMENT "Vector element type mismatch of the result and first operand vector!" {
        what: "What a matrix intrinsic gives has the element type of its first matrix.",
        why: "Sums and products of numbers of one type are of that type.",
        section: "matrix-intrinsics",
        bad: "define <4 x i32> @f(<4 x i64> %x, <4 x i32> %y) {\n  %r = call <4 x i32> @llvm.matrix.multiply.v4i32.v4i64.v4i32(<4 x i64> %x, <4 x i32> %y, i32 2, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %x, <4 x i32> %y) {\n  %r = call <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v4i32(<4 x i32> %x, <4 x i32> %y, i32 2, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
    }
    LW1086 MATRIX_SECOND_ELEMENT "Vector element type mismatch of the result and second operand vector!" {
        what: "What `llvm.matrix.multiply` gives has the element type of its second matrix.",
        why: "Sums and products of numbers of one type are of that type.",
        section: "llvm-matrix-multiply-intrinsic",
        bad: "define <4 x i32> @f(<4 x i32> %x, <4 x i64> %y) {\n  %r = call <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v4i64(<4 x i32> %x, <4 x i64> %y, i32 2, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %x, <4 x i32> %y) {\n  %r = call <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v4i32(<4 x i32> %x, <4 x i32> %y, i32 2, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
    }
    LW1087 MATRIX_RESULT "Result of a matrix operation does not fit in the returned vector!" {
        what: "The matrix that a matrix intrinsic gives or stores has as many elements as its rows and columns say.",
        why: "A matrix is a vector; only those numbers give it its shape.",
        section: "matrix-intrinsics",
        bad: "define <4 x i32> @f(<4 x i32> %x) {\n  %r = call <4 x i32> @llvm.matrix.transpose.v4i32(<4 x i32> %x, i32 2, i32 3)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(<4 x i32> %x) {\n  %r = call <4 x i32> @llvm.matrix.transpose.v4i32(<4 x i32> %x, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
    }
    LW1088 MATRIX_STRIDE_WIDTH "Stride bitwidth cannot exceed 64!" {
        what: "The stride of a matrix in memory, where it is constant, is an integer of at most 64 bits.",
        why: "It is multiplied to give addresses.",
        section: "llvm-matrix-column-major-load-intrinsic",
        bad: "define <4 x i32> @f(ptr %p) {\n  %r = call <4 x i32> @llvm.matrix.column.major.load.v4i32.i128(ptr %p, i128 2, i1 false, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(ptr %p) {\n  %r = call <4 x i32> @llvm.matrix.column.major.load.v4i32.i64(ptr %p, i64 2, i1 false, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
    }
    LW1089 MATRIX_STRIDE "Stride must be greater or equal than the number of rows!" {
        what: "The stride of a matrix in memory, where it is constant, is at least its number of rows.",
        why: "It is how far the beginnings of two columns lie apart, and columns do not overlap.",
        section: "llvm-matrix-column-major-load-intrinsic",
        bad: "define <4 x i32> @f(ptr %p) {\n  %r = call <4 x i32> @llvm.matrix.column.major.load.v4i32.i64(ptr %p, i64 1, i1 false, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
        good: "define <4 x i32> @f(ptr %p) {\n  %r = call <4 x i32> @llvm.matrix.column.major.load.v4i32.i64(ptr %p, i64 2, i1 false, i32 2, i32 2)\n  ret <4 x i32> %r\n}\n",
    }
    LW1090 CONSTRAINED_VECTORS "Intrinsic does not support vectors" {
        what: "`llvm.experimental.constrained.lrint`, `.llrint`, `.lround` and `.llround` are for numbers, not for vectors.",
        why: "They stand for functions of the C library.",
        section: "llvm-experimental-constrained-lrint-intrinsic",
        bad: "define <2 x i64> @f(<2 x double> %x) strictfp {\n  %r = call <2 x i64> @llvm.experimental.constrained.lround.v2i64.v2f64(<2 x double> %x, metadata !\"fpexcept.strict\") strictfp\n  ret <2 x i64> %r\n}\n",
        good: "define i64 @f(double %x) strictfp {\n  %r = call i64 @llvm.experimental.constrained.lround.i64.f64(double %x, metadata !\"fpexcept.strict\") strictfp\n  ret i64 %r\n}\n",
    }
    LW1091 CONSTRAINED_PREDICATE "invalid predicate for constrained FP comparison intrinsic" {
        what: "The third argument of `llvm.experimental.constrained.fcmp` and `.fcmps` names a comparison, such as `!\"oeq\"`.",
        why: "It says what to compare for.",
        section: "llvm-experimental-constrained-fcmp-and-llvm-experimental-constrained-fcmps-intrinsics",
        bad: "define i1 @f(double %x) strictfp {\n  %r = call i1 @llvm.experimental.constrained.fcmp.f64(double %x, double %x, metadata !\"eq\", metadata !\"fpexcept.strict\") strictfp\n  ret i1 %r\n}\n",
        good: "define i1 @f(double %x) strictfp {\n  %r = call i1 @llvm.experimental.constrained.fcmp.f64(double %x, double %x, metadata !\"oeq\", metadata !\"fpexcept.strict\") strictfp\n  ret i1 %r\n}\n",
    }
    LW1092 CONSTRAINED_VECTOR "Intrinsic first argument and result disagree on vector use" {
        what: "A constrained conversion gives a vector for a vector, and a number for a number.",
        why: "It converts element by element.",
        section: "constrained-floating-point-intrinsics",
        bad: "define i32 @f(<2 x double> %x) strictfp {\n  %r = call i32 @llvm.experimental.constrained.fptosi.i32.v2f64(<2 x double> %x, metadata !\"fpexcept.strict\") strictfp\n  ret i32 %r\n}\n",
        good: "define i32 @f(double %x) strictfp {\n  %r = call i32 @llvm.experimental.constrained.fptosi.i32.f64(double %x, metadata !\"fpexcept.strict\") strictfp\n  ret i32 %r\n}\n",
    }
    LW1093 CONSTRAINED_LENGTH "Intrinsic first argument and result vector lengths must be equal" {
        what: "The vector that a constrained conversion gives is as long as the one that it converts.",
        why: "It converts element by element.",
        section: "constrained-floating-point-intrinsics",
        bad: "define <4 x i32> @f(<2 x double> %x) strictfp {\n  %r = call <4 x i32> @llvm.experimental.constrained.fptosi.v4i32.v2f64(<2 x double> %x, metadata !\"fpexcept.strict\") strictfp\n  ret <4 x i32> %r\n}\n",
        good: "define <2 x i32> @f(<2 x double> %x) strictfp {\n  %r = call <2 x i32> @llvm.experimental.constrained.fptosi.v2i32.v2f64(<2 x double> %x, metadata !\"fpexcept.strict\") strictfp\n  ret <2 x i32> %r\n}\n",
    }
    LW1094 CONSTRAINED_LARGER "Intrinsic first argument's type must be larger than result type" {
        what: "`llvm.experimental.constrained.fptrunc` makes floating-point numbers of fewer bits.",
        why: "It rounds to a smaller format.",
        section: "llvm-experimental-constrained-fptrunc-intrinsic",
        bad: "define double @f(float %x) strictfp {\n  %r = call double @llvm.experimental.constrained.fptrunc.f64.f32(float %x, metadata !\"round.upward\", metadata !\"fpexcept.strict\") strictfp\n  ret double %r\n}\n",
        good: "define float @f(double %x) strictfp {\n  %r = call float @llvm.experimental.constrained.fptrunc.f32.f64(double %x, metadata !\"round.upward\", metadata !\"fpexcept.strict\") strictfp\n  ret float %r\n}\n",
    }
    LW1095 CONSTRAINED_SMALLER "Intrinsic first argument's type must be smaller than result type" {
        what: "`llvm.experimental.constrained.fpext` makes floating-point numbers of more bits.",
        why: "It goes to a larger format.",
        section: "llvm-experimental-constrained-fpext-intrinsic",
        bad: "define float @f(double %x) strictfp {\n  %r = call float @llvm.experimental.constrained.fpext.f32.f64(double %x, metadata !\"fpexcept.strict\") strictfp\n  ret float %r\n}\n",
        good: "define double @f(float %x) strictfp {\n  %r = call double @llvm.experimental.constrained.fpext.f64.f32(float %x, metadata !\"fpexcept.strict\") strictfp\n  ret double %r\n}\n",
    }
    LW1096 CONSTRAINED_EXCEPTIONS "invalid exception behavior argument" {
        what: "The last argument of a constrained floating-point intrinsic is `!\"fpexcept.ignore\"`, `!\"fpexcept.maytrap\"` or `!\"fpexcept.strict\"`.",
        why: "It says what passes may do about floating-point exceptions.",
        section: "constrained-floating-point-intrinsics",
        bad: "define double @f(double %x) strictfp {\n  %r = call double @llvm.experimental.constrained.fadd.f64(double %x, double %x, metadata !\"round.dynamic\", metadata !\"strict\") strictfp\n  ret double %r\n}\n",
        good: "define double @f(double %x) strictfp {\n  %r = call double @llvm.experimental.constrained.fadd.f64(double %x, double %x, metadata !\"round.dynamic\", metadata !\"fpexcept.strict\") strictfp\n  ret double %r\n}\n",
    }
    LW1097 CONSTRAINED_ROUNDING "invalid rounding mode argument" {
        what: "The argument before the last of a constrained floating-point intrinsic that rounds says how, as `!\"round.tonearest\"` does.",
        why: "It says what passes may take for the rounding mode of the machine.",
        section: "constrained-floating-point-intrinsics",
        bad: "define double @f(double %x) strictfp {\n  %r = call double @llvm.experimental.constrained.fadd.f64(double %x, double %x, metadata !\"dynamic\", metadata !\"fpexcept.strict\") strictfp\n  ret double %r\n}\n",
        good: "define double @f(double %x) strictfp {\n  %r = call double @llvm.experimental.constrained.fadd.f64(double %x, double %x, metadata !\"round.dynamic\", metadata !\"fpexcept.strict\") strictfp\n  ret double %r\n}\n",
    }
}
