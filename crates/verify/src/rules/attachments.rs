//! Rules about metadata attached to instructions: LW1350 to LW1499.

use crate::rule::rules;

rules! {
    LW1350 INVALID_LOCATION debug "invalid !dbg metadata attachment" {
        what: "What `!dbg` attaches to an instruction is a `DILocation`.",
        why: "Whoever asks where an instruction came from reads line, column and scope, which only a location has.",
        section: "dilocation",
        bad: "define void @f() {\n  %x = add i32 1, 2, !dbg !0\n  ret void\n}\n!0 = !{}\n!llvm.module.flags = !{!8}\n!8 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "define void @f() {\n  %x = add i32 1, 2\n  ret void\n}\n!0 = !{}\n!llvm.module.flags = !{!8}\n!8 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1351 ATOM_WITHOUT_KEY_INSTRUCTIONS debug "DbgLoc uses atomGroup but DISubprogram doesn't have Key Instructions enabled" {
        what: "A location with an atom group is in a subprogram with `keyInstructions: true`.",
        why: "Atom groups say which instruction of a statement a debugger stops at; they are read only where the subprogram says that it has them.",
        section: "disubprogram",
        bad: "define void @f() !dbg !3 {\n  ret void, !dbg !4\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n!1 = !DIFile(filename: \"f.c\", directory: \"/\")\n!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n!3 = distinct !DISubprogram(name: \"f\", file: !1, unit: !0)\n!4 = !DILocation(line: 1, scope: !3, atomGroup: 1, atomRank: 1)\n",
        good: "define void @f() !dbg !3 {\n  ret void, !dbg !4\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n!1 = !DIFile(filename: \"f.c\", directory: \"/\")\n!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n!3 = distinct !DISubprogram(name: \"f\", file: !1, unit: !0, keyInstructions: true)\n!4 = !DILocation(line: 1, scope: !3, atomGroup: 1, atomRank: 1)\n",
    }
    LW1352 FPMATH_RESULT "fpmath requires a floating point result!" {
        what: "`!fpmath` stands on an instruction that gives a floating-point number, or a vector or array of them.",
        why: "It says how far off the result may be, which has a meaning only for floating point.",
        section: "fpmath-metadata",
        bad: "define void @f() {\n  %x = add i32 1, 2, !fpmath !0\n  ret void\n}\n!0 = !{float 2.5}\n",
        good: "define void @f() {\n  %x = fadd float 1.0, 2.0, !fpmath !0\n  ret void\n}\n!0 = !{float 2.5}\n",
    }
    LW1353 FPMATH_OPERANDS "fpmath takes one operand!" {
        what: "`!fpmath` has one operand.",
        why: "It is the one number that it is about: the greatest error, in units in the last place.",
        section: "fpmath-metadata",
        bad: "define void @f() {\n  %x = fadd float 1.0, 2.0, !fpmath !0\n  ret void\n}\n!0 = !{float 1.0, float 2.0}\n",
        good: "define void @f() {\n  %x = fadd float 1.0, 2.0, !fpmath !0\n  ret void\n}\n!0 = !{float 1.0}\n",
    }
    LW1354 FPMATH_INVALID "invalid fpmath accuracy!" {
        what: "The operand of `!fpmath` is a floating-point number.",
        why: "Nothing else can be an accuracy.",
        section: "fpmath-metadata",
        bad: "define void @f() {\n  %x = fadd float 1.0, 2.0, !fpmath !0\n  ret void\n}\n!0 = !{i32 1}\n",
        good: "define void @f() {\n  %x = fadd float 1.0, 2.0, !fpmath !0\n  ret void\n}\n!0 = !{float 1.0}\n",
    }
    LW1355 FPMATH_TYPE "fpmath accuracy must have float type" {
        what: "The operand of `!fpmath` is of type `float`, whatever the type of the result.",
        why: "One type for all accuracies is enough, and makes equal ones one node.",
        section: "fpmath-metadata",
        bad: "define void @f() {\n  %x = fadd double 1.0, 2.0, !fpmath !0\n  ret void\n}\n!0 = !{double 1.0}\n",
        good: "define void @f() {\n  %x = fadd double 1.0, 2.0, !fpmath !0\n  ret void\n}\n!0 = !{float 1.0}\n",
    }
    LW1356 FPMATH_ACCURACY "fpmath accuracy not a positive number!" {
        what: "The operand of `!fpmath` is finite and greater than zero.",
        why: "An error cannot be negative, and no error at all is what holds without the metadata.",
        section: "fpmath-metadata",
        bad: "define void @f() {\n  %x = fadd float 1.0, 2.0, !fpmath !0\n  ret void\n}\n!0 = !{float -1.0}\n",
        good: "define void @f() {\n  %x = fadd float 1.0, 2.0, !fpmath !0\n  ret void\n}\n!0 = !{float 1.0}\n",
    }
    LW1357 RANGE_PLACE "Ranges are only for loads, calls and invokes!" {
        what: "`!range` stands on a load, a call or an invoke.",
        why: "It describes a value that comes from memory or from a function; the result of any other instruction follows from its operands.",
        section: "range-metadata",
        bad: "define void @f() {\n  %x = add i8 1, 2, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9}\n",
    }
    LW1358 RANGE_UNFINISHED "Unfinished range!" {
        what: "The operands of a list of ranges come in pairs: lower bound, upper bound.",
        why: "A range consists of pairs of bounds.",
        section: "range-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9, i8 20}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9, i8 20, i8 30}\n",
    }
    LW1359 RANGE_NONE "It should have at least one range!" {
        what: "A list of ranges has at least one.",
        why: "Without any, no value would be possible.",
        section: "range-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9}\n",
    }
    LW1360 RANGE_LOWER "The lower limit must be an integer!" {
        what: "The lower bound of a range is a constant integer.",
        why: "Only numbers can be compared with the value.",
        section: "range-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{!\"zero\", i8 9}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9}\n",
    }
    LW1361 RANGE_UPPER "The upper limit must be an integer!" {
        what: "The upper bound of a range is a constant integer.",
        why: "Only numbers can be compared with the value.",
        section: "range-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, !\"nine\"}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9}\n",
    }
    LW1362 RANGE_PAIR_TYPES "Range pair types must match!" {
        what: "Both bounds of a range are of one type.",
        why: "They bound the same value.",
        section: "range-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i16 9}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9}\n",
    }
    LW1363 RANGE_TYPE "Range types must match instruction type!" {
        what: "The bounds of a range are of the type of what they bound: the result, its elements if it is a vector, or an integer as wide as the address.",
        why: "They are compared with it.",
        section: "range-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i16 0, i16 9}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9}\n",
    }
    LW1364 RANGE_SAME_BOUNDS "The upper and lower limits cannot be the same value" {
        what: "The bounds of a range differ.",
        why: "As the upper bound is not part of the range, equal bounds would be an empty range, or all numbers: neither says anything.",
        section: "range-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 5, i8 5}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 5, i8 6}\n",
    }
    LW1365 RANGE_EMPTY "Range must not be empty!" {
        what: "A range is neither empty nor, but for `!absolute_symbol`, all numbers.",
        why: "An empty one would allow no value, and one of all numbers would say nothing.",
        section: "range-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 0}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 1}\n",
    }
    LW1366 RANGE_OVERLAP "Intervals are overlapping" {
        what: "The ranges of a list have no number in common.",
        why: "In one form only, equal lists are equal nodes.",
        section: "range-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9, i8 5, i8 20}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9, i8 15, i8 20}\n",
    }
    LW1367 RANGE_ORDER "Intervals are not in order" {
        what: "The ranges of a list stand in the order of their lower bounds, as signed numbers.",
        why: "In one form only, equal lists are equal nodes.",
        section: "range-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 20, i8 30, i8 0, i8 9}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9, i8 20, i8 30}\n",
    }
    LW1368 RANGE_CONTIGUOUS "Intervals are contiguous" {
        what: "Two ranges of a list are not adjacent: there are numbers between them.",
        why: "Two ranges without anything between are one range.",
        section: "range-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 9, i8 9, i8 20}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 0, i8 20}\n",
    }
    LW1369 NOALIAS_ADDRSPACE_PLACE "noalias.addrspace are only for memory operations!" {
        what: "`!noalias.addrspace` stands on a load, a store, an atomic operation or a call.",
        why: "It tells what a pointer that is accessed does not point to.",
        section: "noalias-addrspace-metadata",
        bad: "define void @f() {\n  %x = add i8 1, 2, !noalias.addrspace !0\n  ret void\n}\n!0 = !{i32 5, i32 6}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias.addrspace !0\n  ret void\n}\n!0 = !{i32 5, i32 6}\n",
    }
    LW1370 NOALIAS_ADDRSPACE_TYPE "noalias.addrspace type must be i32!" {
        what: "The bounds in `!noalias.addrspace` are of type `i32`.",
        why: "They are numbers of address spaces.",
        section: "noalias-addrspace-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias.addrspace !0\n  ret void\n}\n!0 = !{i8 5, i8 6}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias.addrspace !0\n  ret void\n}\n!0 = !{i32 5, i32 6}\n",
    }
    LW1371 INVARIANT_GROUP "invariant.group metadata is only for loads and stores" {
        what: "`!invariant.group` stands on a load or a store.",
        why: "It says that all such accesses through one pointer see the same value.",
        section: "invariant-group-metadata",
        bad: "define void @f() {\n  %x = add i8 1, 2, !invariant.group !0\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !invariant.group !0\n  ret void\n}\n!0 = !{}\n",
    }
    LW1372 NONNULL_TYPE "nonnull applies only to pointer types" {
        what: "`!nonnull` stands on an instruction that gives a pointer.",
        why: "Only a pointer can be null.",
        section: "load-instruction",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !nonnull !0\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !nonnull !0\n  ret void\n}\n!0 = !{}\n",
    }
    LW1373 NONNULL_PLACE "nonnull applies only to load instructions, use attributes for calls or invokes" {
        what: "`!nonnull` stands on a load.",
        why: "Of what a call gives, the attribute `nonnull` of its result says the same.",
        section: "load-instruction",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !nonnull !0\n  ret void\n}\n!0 = !{}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call nonnull ptr @g()\n  ret void\n}\n!0 = !{}\n",
    }
    LW1374 NONNULL_OPERANDS "nonnull metadata must be empty" {
        what: "`!nonnull` has no operands.",
        why: "That it is there says all.",
        section: "load-instruction",
        bad: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !nonnull !0\n  ret void\n}\n!0 = !{i32 1}\n",
        good: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !nonnull !0\n  ret void\n}\n!0 = !{}\n",
    }
    LW1375 DEREFERENCEABLE_TYPE "dereferenceable, dereferenceable_or_null apply only to pointer types" {
        what: "`!dereferenceable` and `!dereferenceable_or_null` stand on an instruction that gives a pointer.",
        why: "They tell how many bytes can be read there.",
        section: "dereferenceable-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !dereferenceable !0\n  ret void\n}\n!0 = !{i64 4}\n",
        good: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !dereferenceable !0\n  ret void\n}\n!0 = !{i64 4}\n",
    }
    LW1376 DEREFERENCEABLE_PLACE "dereferenceable, dereferenceable_or_null apply only to load and inttoptr instructions, use attributes for calls or invokes" {
        what: "`!dereferenceable` and `!dereferenceable_or_null` stand on a load or an `inttoptr`.",
        why: "Of what a call gives, attributes of its result say the same; other pointers come from ones that are known.",
        section: "dereferenceable-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !dereferenceable !0\n  ret void\n}\n!0 = !{i64 4}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call dereferenceable(4) ptr @g()\n  ret void\n}\n!0 = !{i64 4}\n",
    }
    LW1377 DEREFERENCEABLE_OPERANDS "dereferenceable, dereferenceable_or_null take one operand!" {
        what: "`!dereferenceable` and `!dereferenceable_or_null` have one operand.",
        why: "It is the number of bytes.",
        section: "dereferenceable-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !dereferenceable !0\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !dereferenceable !0\n  ret void\n}\n!0 = !{i64 4}\n",
    }
    LW1378 DEREFERENCEABLE_VALUE "dereferenceable, dereferenceable_or_null metadata value must be an i64!" {
        what: "The operand of `!dereferenceable` and `!dereferenceable_or_null` is an integer of type `i64`.",
        why: "It is a number of bytes; one type for all makes equal ones one node.",
        section: "dereferenceable-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !dereferenceable !0\n  ret void\n}\n!0 = !{i32 4}\n",
        good: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !dereferenceable !0\n  ret void\n}\n!0 = !{i64 4}\n",
    }
    LW1379 NOFREE_TYPE "nofree applies only to pointer types" {
        what: "`!nofree` stands on an instruction that gives a pointer.",
        why: "It says that memory is not freed through it.",
        section: "nofree-metadata",
        bad: "define void @f() {\n  %x = add i8 1, 2, !nofree !0\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f() {\n  %x = inttoptr i64 8 to ptr, !nofree !0\n  ret void\n}\n!0 = !{}\n",
    }
    LW1380 NOFREE_PLACE "nofree applies only to inttoptr instruction" {
        what: "`!nofree` stands on an `inttoptr`.",
        why: "Where a pointer comes from another, or from a call, attributes tell already.",
        section: "nofree-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !nofree !0\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f() {\n  %x = inttoptr i64 8 to ptr, !nofree !0\n  ret void\n}\n!0 = !{}\n",
    }
    LW1381 NOFREE_OPERANDS "nofree metadata must be empty" {
        what: "`!nofree` has no operands.",
        why: "That it is there says all.",
        section: "nofree-metadata",
        bad: "define void @f() {\n  %x = inttoptr i64 8 to ptr, !nofree !0\n  ret void\n}\n!0 = !{i32 1}\n",
        good: "define void @f() {\n  %x = inttoptr i64 8 to ptr, !nofree !0\n  ret void\n}\n!0 = !{}\n",
    }
    LW1382 ALIGN_TYPE "align applies only to pointer types" {
        what: "`!align` stands on an instruction that gives a pointer.",
        why: "It tells how the address that was loaded is aligned.",
        section: "load-instruction",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !align !0\n  ret void\n}\n!0 = !{i64 8}\n",
        good: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !align !0\n  ret void\n}\n!0 = !{i64 8}\n",
    }
    LW1383 ALIGN_PLACE "align applies only to load instructions, use attributes for calls or invokes" {
        what: "`!align` stands on a load.",
        why: "Of what a call gives, the attribute `align` of its result says the same.",
        section: "load-instruction",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !align !0\n  ret void\n}\n!0 = !{i64 8}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call align 8 ptr @g()\n  ret void\n}\n!0 = !{i64 8}\n",
    }
    LW1384 ALIGN_OPERANDS "align takes one operand!" {
        what: "`!align` has one operand.",
        why: "It is the alignment.",
        section: "load-instruction",
        bad: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !align !0\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !align !0\n  ret void\n}\n!0 = !{i64 8}\n",
    }
    LW1385 ALIGN_VALUE "align metadata value must be an i64!" {
        what: "The operand of `!align` is an integer of type `i64`.",
        why: "It is a number of bytes; one type for all makes equal ones one node.",
        section: "load-instruction",
        bad: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !align !0\n  ret void\n}\n!0 = !{i32 8}\n",
        good: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !align !0\n  ret void\n}\n!0 = !{i64 8}\n",
    }
    LW1386 ALIGN_POWER "align metadata value must be a power of 2!" {
        what: "The operand of `!align` is a power of two.",
        why: "All alignments are.",
        section: "load-instruction",
        bad: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !align !0\n  ret void\n}\n!0 = !{i64 6}\n",
        good: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !align !0\n  ret void\n}\n!0 = !{i64 8}\n",
    }
    LW1387 ALIGN_HUGE "alignment is larger that implementation defined limit" {
        what: "The operand of `!align` is at most 2^32.",
        why: "That is the greatest alignment anywhere in the language.",
        section: "load-instruction",
        bad: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !align !0\n  ret void\n}\n!0 = !{i64 8589934592}\n",
        good: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !align !0\n  ret void\n}\n!0 = !{i64 4294967296}\n",
    }
    LW1388 CALLEE_TYPE_PLACE "!callee_type metadata should only exist on calls" {
        what: "`!callee_type` stands on a call of some sort.",
        why: "It lists the types of the functions that may be called through the pointer.",
        section: "callee-type-metadata",
        bad: "define void @f() {\n  %x = add i8 1, 2, !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{i64 0, !\"t.generalized\"}\n",
        good: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{i64 0, !\"t.generalized\"}\n",
    }
    LW1389 CALLEE_TYPE_LIST "The callee_type metadata must be a list of type metadata nodes" until V22 {
        what: "The operands of `!callee_type` are nodes.",
        why: "Each describes one type.",
        section: "callee-type-metadata",
        bad: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{i64 0}\n",
        good: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{i64 0, !\"t.generalized\"}\n",
    }
    LW1390 CALLEE_TYPE_PARTS "Well-formed generalized type metadata must contain exactly two operands" until V22 {
        what: "Each type in `!callee_type` is a pair: an offset and an identifier.",
        why: "So is `!type` of the function that may be called, with which it is compared.",
        section: "callee-type-metadata",
        bad: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{i64 0}\n",
        good: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{i64 0, !\"t.generalized\"}\n",
    }
    LW1391 CALLEE_TYPE_OFFSET "The first operand of type metadata for functions must be zero" until V22 {
        what: "The offset of each type in `!callee_type` is 0.",
        why: "An offset tells where in an object a type is; a function is called at its beginning.",
        section: "callee-type-metadata",
        bad: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{i64 8, !\"t.generalized\"}\n",
        good: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{i64 0, !\"t.generalized\"}\n",
    }
    LW1392 CALLEE_TYPE_GENERALIZED "Only generalized type metadata can be part of the callee_type metadata list" until V22 {
        what: "The identifier of each type in `!callee_type` is a string that ends with `.generalized`.",
        why: "Call graphs are made of generalized types, in which pointers to different types are alike.",
        section: "callee-type-metadata",
        bad: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{i64 0, !\"t\"}\n",
        good: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{i64 0, !\"t.generalized\"}\n",
    }
    LW1393 ASSIGN_ID_PLACE debug "!DIAssignID attached to unexpected instruction kind" {
        what: "`!DIAssignID` stands on an alloca, a store, or a call of an intrinsic.",
        why: "It marks an instruction that assigns to a variable of the source.",
        section: "https://llvm.org/docs/AssignmentTracking.html",
        bad: "define void @f() {\n  %x = add i8 1, 2, !DIAssignID !0\n  ret void\n}\n!0 = distinct !DIAssignID()\n!llvm.module.flags = !{!8}\n!8 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "define void @f(ptr %p) {\n  store i8 1, ptr %p, !DIAssignID !0\n  ret void\n}\n!0 = distinct !DIAssignID()\n!llvm.module.flags = !{!8}\n!8 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1394 ASSIGN_ID_OPERAND debug "!DIAssignID should only be used by llvm.dbg.assign intrinsics" {
        what: "A `DIAssignID` is not the operand of a call.",
        why: "Debug records link it to what it assigns to; anything else that holds on to it would be forgotten when instructions are copied or removed.",
        section: "https://llvm.org/docs/AssignmentTracking.html",
        bad: "declare i1 @llvm.type.test(ptr, metadata)\ndefine void @f(ptr %p) {\n  store i8 1, ptr %p, !DIAssignID !0\n  %x = call i1 @llvm.type.test(ptr %p, metadata !0)\n  ret void\n}\n!0 = distinct !DIAssignID()\n!llvm.module.flags = !{!8}\n!8 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "declare i1 @llvm.type.test(ptr, metadata)\ndefine void @f(ptr %p) {\n  store i8 1, ptr %p, !DIAssignID !0\n  %x = call i1 @llvm.type.test(ptr %p, metadata !\"t\")\n  ret void\n}\n!0 = distinct !DIAssignID()\n!llvm.module.flags = !{!8}\n!8 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1395 ASSIGN_ELSEWHERE debug "DVRAssign not in same function as inst" {
        what: "The records that a `DIAssignID` links with an instruction are in the function of that instruction.",
        why: "A variable of one function is not assigned to by an instruction of another; where functions are inlined, identities are made anew.",
        section: "https://llvm.org/docs/AssignmentTracking.html",
        bad: "define void @f(ptr %p) !dbg !4 {\n  store i8 1, ptr %p, !dbg !7, !DIAssignID !9\n  ret void, !dbg !7\n}\ndefine void @g(ptr %p) !dbg !5 {\n    #dbg_assign(i8 1, !8, !DIExpression(), !9, ptr %p, !DIExpression(), !6)\n  store i8 1, ptr %p, !dbg !6, !DIAssignID !10\n  ret void, !dbg !6\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n!1 = !DIFile(filename: \"f.c\", directory: \"/\")\n!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n!3 = !DIBasicType(name: \"char\", size: 8, encoding: DW_ATE_signed_char)\n!4 = distinct !DISubprogram(name: \"f\", file: !1, unit: !0)\n!5 = distinct !DISubprogram(name: \"g\", file: !1, unit: !0)\n!6 = !DILocation(line: 1, scope: !5)\n!7 = !DILocation(line: 1, scope: !4)\n!8 = !DILocalVariable(name: \"x\", scope: !5, file: !1, type: !3)\n!9 = distinct !DIAssignID()\n!10 = distinct !DIAssignID()\n",
        good: "define void @f(ptr %p) !dbg !4 {\n  store i8 1, ptr %p, !dbg !7, !DIAssignID !9\n  ret void, !dbg !7\n}\ndefine void @g(ptr %p) !dbg !5 {\n    #dbg_assign(i8 1, !8, !DIExpression(), !10, ptr %p, !DIExpression(), !6)\n  store i8 1, ptr %p, !dbg !6, !DIAssignID !10\n  ret void, !dbg !6\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n!1 = !DIFile(filename: \"f.c\", directory: \"/\")\n!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n!3 = !DIBasicType(name: \"char\", size: 8, encoding: DW_ATE_signed_char)\n!4 = distinct !DISubprogram(name: \"f\", file: !1, unit: !0)\n!5 = distinct !DISubprogram(name: \"g\", file: !1, unit: !0)\n!6 = !DILocation(line: 1, scope: !5)\n!7 = !DILocation(line: 1, scope: !4)\n!8 = !DILocalVariable(name: \"x\", scope: !5, file: !1, type: !3)\n!9 = distinct !DIAssignID()\n!10 = distinct !DIAssignID()\n",
    }
    LW1396 ANNOTATION_TUPLE "annotation must be a tuple" {
        what: "`!annotation` is a tuple.",
        why: "It is a list of strings that tools show.",
        section: "annotation-metadata",
        bad: "define void @f() {\n  %x = add i8 1, 2, !annotation !0\n  ret void\n}\n!0 = !DIFile(filename: \"f\", directory: \"/\")\n",
        good: "define void @f() {\n  %x = add i8 1, 2, !annotation !0\n  ret void\n}\n!0 = !{!\"f\"}\n",
    }
    LW1397 ANNOTATION_OPERANDS "annotation must have at least one operand" {
        what: "`!annotation` has at least one operand.",
        why: "An empty one says nothing.",
        section: "annotation-metadata",
        bad: "define void @f() {\n  %x = add i8 1, 2, !annotation !0\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f() {\n  %x = add i8 1, 2, !annotation !0\n  ret void\n}\n!0 = !{!\"f\"}\n",
    }
    LW1398 ANNOTATION_STRINGS "operands must be a string or a tuple of strings" {
        what: "The operands of `!annotation` are strings, or tuples of strings.",
        why: "They are shown as they are.",
        section: "annotation-metadata",
        bad: "define void @f() {\n  %x = add i8 1, 2, !annotation !0\n  ret void\n}\n!0 = !{i32 1}\n",
        good: "define void @f() {\n  %x = add i8 1, 2, !annotation !0\n  ret void\n}\n!0 = !{!\"f\"}\n",
    }
    LW1399 CAPTURES_PLACE "!captures metadata can only be applied to store instructions" {
        what: "`!captures` stands on a store.",
        why: "It tells what of the stored pointer may be captured by storing it.",
        section: "captures-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !captures !0\n  ret void\n}\n!0 = !{!\"address\"}\n",
        good: "define void @f(ptr %p) {\n  store ptr %p, ptr %p, !captures !0\n  ret void\n}\n!0 = !{!\"address\"}\n",
    }
    LW1400 CAPTURES_TYPE "!captures metadata can only be applied to store with value operand of pointer type" {
        what: "`!captures` stands on a store of a pointer.",
        why: "Of no other value anything is captured.",
        section: "captures-metadata",
        bad: "define void @f(ptr %p) {\n  store i8 1, ptr %p, !captures !0\n  ret void\n}\n!0 = !{!\"address\"}\n",
        good: "define void @f(ptr %p) {\n  store ptr %p, ptr %p, !captures !0\n  ret void\n}\n!0 = !{!\"address\"}\n",
    }
    LW1401 CAPTURES_EMPTY "!captures metadata cannot be empty" {
        what: "`!captures` has at least one operand.",
        why: "A store always captures something.",
        section: "captures-metadata",
        bad: "define void @f(ptr %p) {\n  store ptr %p, ptr %p, !captures !0\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f(ptr %p) {\n  store ptr %p, ptr %p, !captures !0\n  ret void\n}\n!0 = !{!\"address\"}\n",
    }
    LW1402 CAPTURES_STRINGS "!captures metadata must be a list of strings" {
        what: "The operands of `!captures` are strings.",
        why: "Each names a part of the pointer.",
        section: "captures-metadata",
        bad: "define void @f(ptr %p) {\n  store ptr %p, ptr %p, !captures !0\n  ret void\n}\n!0 = !{i32 1}\n",
        good: "define void @f(ptr %p) {\n  store ptr %p, ptr %p, !captures !0\n  ret void\n}\n!0 = !{!\"address\"}\n",
    }
    LW1403 CAPTURES_UNKNOWN "invalid entry in !captures metadata" {
        what: "The operands of `!captures` are among \"address_is_null\", \"address\", \"read_provenance\" and \"provenance\".",
        why: "A pointer has no other parts.",
        section: "captures-metadata",
        bad: "define void @f(ptr %p) {\n  store ptr %p, ptr %p, !captures !0\n  ret void\n}\n!0 = !{!\"colour\"}\n",
        good: "define void @f(ptr %p) {\n  store ptr %p, ptr %p, !captures !0\n  ret void\n}\n!0 = !{!\"address\"}\n",
    }
    LW1404 ALLOC_TOKEN_PLACE "!alloc_token should only exist on calls" {
        what: "`!alloc_token` stands on a call of some sort.",
        why: "It describes what a call allocates.",
        section: "alloc-token-metadata",
        bad: "define void @f() {\n  %x = add i8 1, 2, !alloc_token !0\n  ret void\n}\n!0 = !{!\"T\", i1 true}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !alloc_token !0\n  ret void\n}\n!0 = !{!\"T\", i1 true}\n",
    }
    LW1405 ALLOC_TOKEN_OPERANDS "!alloc_token must have 2 operands" {
        what: "`!alloc_token` has two operands.",
        why: "They are the name of the type, and whether it contains pointers.",
        section: "alloc-token-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !alloc_token !0\n  ret void\n}\n!0 = !{!\"T\"}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !alloc_token !0\n  ret void\n}\n!0 = !{!\"T\", i1 true}\n",
    }
    LW1406 EXPECTED_STRING "expected string" {
        what: "The first operand of `!alloc_token` is a string.",
        why: "It is the name of the allocated type.",
        section: "alloc-token-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !alloc_token !0\n  ret void\n}\n!0 = !{i1 true, i1 true}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !alloc_token !0\n  ret void\n}\n!0 = !{!\"T\", i1 true}\n",
    }
    LW1407 EXPECTED_INTEGER "expected integer constant" {
        what: "The second operand of `!alloc_token` is a constant integer.",
        why: "It tells whether the type contains pointers.",
        section: "alloc-token-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !alloc_token !0\n  ret void\n}\n!0 = !{!\"T\", !\"yes\"}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !alloc_token !0\n  ret void\n}\n!0 = !{!\"T\", i1 true}\n",
    }
    LW1408 SCOPE_LIST "scope list must consist of MDNodes" {
        what: "The operands of `!noalias` and `!alias.scope` are nodes.",
        why: "Each is a scope.",
        section: "noalias-and-alias-scope-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!\"s\"}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !2, !\"s\"}\n!2 = distinct !{!2, !\"d\"}\n",
    }
    LW1409 SCOPE_OPERANDS "scope must have two or three operands" {
        what: "An alias scope has two or three operands.",
        why: "They are what makes it differ from others, its domain, and perhaps a text.",
        section: "noalias-and-alias-scope-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !2, !\"s\"}\n!2 = distinct !{!2, !\"d\"}\n",
    }
    LW1410 SCOPE_NAME "first scope operand must be self-referential or string" {
        what: "The first operand of an alias scope is the scope itself, or a string.",
        why: "It makes the scope differ from all others, or gives it a name that others may share.",
        section: "noalias-and-alias-scope-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{i32 1, !2}\n!2 = distinct !{!2}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !2, !\"s\"}\n!2 = distinct !{!2, !\"d\"}\n",
    }
    LW1411 SCOPE_TEXT "third scope operand must be string (if used)" {
        what: "The third operand of an alias scope, if it has one, is a string.",
        why: "It is there for people to read.",
        section: "noalias-and-alias-scope-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !2, i32 1}\n!2 = distinct !{!2}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !2, !\"s\"}\n!2 = distinct !{!2, !\"d\"}\n",
    }
    LW1412 SCOPE_DOMAIN "second scope operand must be MDNode" {
        what: "The second operand of an alias scope is a node.",
        why: "It is the domain of the scope; only scopes of one domain are compared.",
        section: "noalias-and-alias-scope-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !\"d\"}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !2, !\"s\"}\n!2 = distinct !{!2, !\"d\"}\n",
    }
    LW1413 DOMAIN_OPERANDS "domain must have one or two operands" {
        what: "The domain of alias scopes has one or two operands.",
        why: "They are what makes it differ from others, and perhaps a text.",
        section: "noalias-and-alias-scope-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !2}\n!2 = !{}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !2, !\"s\"}\n!2 = distinct !{!2, !\"d\"}\n",
    }
    LW1414 DOMAIN_NAME "first domain operand must be self-referential or string" {
        what: "The first operand of a domain is the domain itself, or a string.",
        why: "It makes the domain differ from all others, or gives it a name that others may share.",
        section: "noalias-and-alias-scope-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !2}\n!2 = !{i32 1}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !2, !\"s\"}\n!2 = distinct !{!2, !\"d\"}\n",
    }
    LW1415 DOMAIN_TEXT "second domain operand must be string (if used)" {
        what: "The second operand of a domain, if it has one, is a string.",
        why: "It is there for people to read.",
        section: "noalias-and-alias-scope-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !2}\n!2 = distinct !{!2, i32 1}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !noalias !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{!1, !2, !\"s\"}\n!2 = distinct !{!2, !\"d\"}\n",
    }
    LW1416 ACCESS_GROUP_LIST "Access scope list must consist of MDNodes" {
        what: "`!llvm.access.group` is an access group, or a list of nodes.",
        why: "Each of the nodes is an access group.",
        section: "llvm-access-group-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !llvm.access.group !0\n  ret void\n}\n!0 = !{!\"g\"}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !llvm.access.group !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{}\n",
    }
    LW1417 ACCESS_GROUP "Access scope list contains invalid access scope" {
        what: "An access group is a distinct node without operands.",
        why: "It is nothing but an identity that loops refer to.",
        section: "llvm-access-group-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !llvm.access.group !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !llvm.access.group !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{}\n",
    }
    LW1418 MMRA_PLACE "!mmra metadata attached to unexpected instruction kind" {
        what: "`!mmra` stands on an instruction that may access memory, or a fence.",
        why: "It relaxes what the memory model demands of the order of accesses.",
        section: "https://llvm.org/docs/MemoryModelRelaxationAnnotations.html",
        bad: "define void @f() {\n  %x = add i8 1, 2, !mmra !0\n  ret void\n}\n!0 = !{!\"scope\", !\"workgroup\"}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !mmra !0\n  ret void\n}\n!0 = !{!\"scope\", !\"workgroup\"}\n",
    }
    LW1419 MMRA_TUPLE "!mmra expected to be a metadata tuple" {
        what: "`!mmra` is a tuple: a tag, or a list of tags.",
        why: "Nothing else holds tags.",
        section: "https://llvm.org/docs/MemoryModelRelaxationAnnotations.html",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !mmra !0\n  ret void\n}\n!0 = !DIFile(filename: \"f\", directory: \"/\")\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !mmra !0\n  ret void\n}\n!0 = !{!\"scope\", !\"workgroup\"}\n",
    }
    LW1420 MMRA_TAG "!mmra metadata tuple operand is not an MMRA tag" {
        what: "The operands of a list in `!mmra` are tags: pairs of strings.",
        why: "A tag is a prefix and a suffix.",
        section: "https://llvm.org/docs/MemoryModelRelaxationAnnotations.html",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !mmra !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{!\"scope\"}\n",
        good: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !mmra !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{!\"scope\", !\"workgroup\"}\n",
    }
    LW1421 PROF_EMPTY "!prof annotations should have at least 1 operand" {
        what: "`!prof` has at least one operand.",
        why: "The first operand names the kind of profile.",
        section: "prof-metadata",
        bad: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 2}\n",
    }
    LW1422 PROF_NULL "first operand should not be null" {
        what: "The first operand of `!prof` is not `null`.",
        why: "It names the kind of profile.",
        section: "prof-metadata",
        bad: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{null, i32 1, i32 2}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 2}\n",
    }
    LW1423 PROF_NAME "expected string with name of the !prof annotation" {
        what: "The first operand of `!prof` is a string.",
        why: "It names the kind of profile.",
        section: "prof-metadata",
        bad: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{i32 1, i32 1, i32 2}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 2}\n",
    }
    LW1424 PROF_UNKNOWN_PLACE "'unknown' !prof should only appear on instructions on which 'branch_weights' would" {
        what: "`!prof` of the sort \"unknown\" stands where branch weights may stand.",
        why: "It records that the weights are unknown, and which pass established that.",
        section: "prof-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !prof !0\n  ret void\n}\n!0 = !{!\"unknown\", !\"pass\"}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"unknown\", !\"pass\"}\n",
    }
    LW1425 PROF_UNKNOWN_OPERANDS "'unknown' !prof should have a single additional operand" {
        what: "`!prof` of the sort \"unknown\" has one more operand.",
        why: "It is the name of the pass that did not know.",
        section: "prof-metadata",
        bad: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"unknown\"}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"unknown\", !\"pass\"}\n",
    }
    LW1426 PROF_UNKNOWN_STRING "'unknown' !prof should have an additional operand of type string" {
        what: "The second operand of `!prof` of the sort \"unknown\" is a string.",
        why: "It is the name of the pass that did not know.",
        section: "prof-metadata",
        bad: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"unknown\", i32 1}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"unknown\", !\"pass\"}\n",
    }
    LW1427 PROF_UNKNOWN_EMPTY "the 'unknown' !prof operand should not be an empty string" {
        what: "The second operand of `!prof` of the sort \"unknown\" is not empty.",
        why: "It is the name of the pass that did not know.",
        section: "prof-metadata",
        bad: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"unknown\", !\"\"}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"unknown\", !\"pass\"}\n",
    }
    LW1428 PROF_SHORT "!prof annotations should have no less than 2 operands" {
        what: "`!prof` of any sort but \"unknown\" has at least two operands.",
        why: "A profile consists of numbers.",
        section: "prof-metadata",
        bad: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\"}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 2}\n",
    }
    LW1429 PROF_INVOKE "Wrong number of InvokeInst branch_weights operands" {
        what: "The branch weights of an invoke are one or two.",
        why: "One counts the calls; two, how often it went on normally and how often it unwound.",
        section: "prof-metadata",
        bad: "declare i32 @__gxx_personality_v0(...)\ndeclare void @g()\ndefine void @f() personality ptr @__gxx_personality_v0 {\n  invoke void @g() to label %a unwind label %b, !prof !0\na:\n  ret void\nb:\n  %l = landingpad { ptr, i32 } cleanup\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 2, i32 3}\n",
        good: "declare i32 @__gxx_personality_v0(...)\ndeclare void @g()\ndefine void @f() personality ptr @__gxx_personality_v0 {\n  invoke void @g() to label %a unwind label %b, !prof !0\na:\n  ret void\nb:\n  %l = landingpad { ptr, i32 } cleanup\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 2}\n",
    }
    LW1430 PROF_PLACE "!prof branch_weights are not allowed for this instruction" {
        what: "Branch weights are attached to a `br`, `switch`, `indirectbr`, `call`, `invoke`, `callbr` or `select`.",
        why: "They say how often each successor was taken, or each operand of a select; other instructions have none.",
        section: "prof-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !prof !0\n  ret void\n}\n!0 = !{!\"branch_weights\", !\"expected\"}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 2}\n",
    }
    LW1431 PROF_WEIGHTS "Wrong number of operands" {
        what: "There is one branch weight for each successor; there are two for a select, and one for a call.",
        why: "Each weight belongs to one of them.",
        section: "prof-metadata",
        bad: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 2}\n",
    }
    LW1432 PROF_SECOND_NULL "second operand should not be null" {
        what: "No branch weight is `null`.",
        why: "Each is a number.",
        section: "prof-metadata",
        bad: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, null}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 2}\n",
    }
    LW1433 PROF_WEIGHT "!prof brunch_weights operand is not a const int" {
        what: "Each branch weight is a constant integer.",
        why: "It is a count, or a share of all.",
        section: "prof-metadata",
        bad: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, !\"2\"}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 2}\n",
    }
    LW1434 VP_SHORT "invalid value profiling metadata" {
        what: "A value profile has at least five operands: its name, kind and total, and a value with its count.",
        why: "With less, it would profile no value.",
        section: "prof-metadata",
        bad: "define void @f(ptr %p) {\n  call void %p(), !prof !0\n  ret void\n}\n!0 = !{!\"VP\", i32 0, i64 9, i64 77}\n",
        good: "define void @f(ptr %p) {\n  call void %p(), !prof !0\n  ret void\n}\n!0 = !{!\"VP\", i32 0, i64 9, i64 77, i64 9}\n",
    }
    LW1435 VP_NO_KIND "VP !prof missing kind argument" {
        what: "The second operand of a value profile is a constant integer.",
        why: "It states the kind of the values.",
        section: "prof-metadata",
        bad: "define void @f(ptr %p) {\n  call void %p(), !prof !0\n  ret void\n}\n!0 = !{!\"VP\", !\"calls\", i64 9, i64 77, i64 9}\n",
        good: "define void @f(ptr %p) {\n  call void %p(), !prof !0\n  ret void\n}\n!0 = !{!\"VP\", i32 0, i64 9, i64 77, i64 9}\n",
    }
    LW1436 VP_KIND "Invalid VP !prof kind" {
        what: "The kind of a value profile is 0 (targets of indirect calls), 1 (sizes of memory operations) or 2 (targets of vtables).",
        why: "No other values are profiled.",
        section: "prof-metadata",
        bad: "define void @f(ptr %p) {\n  call void %p(), !prof !0\n  ret void\n}\n!0 = !{!\"VP\", i32 7, i64 9, i64 77, i64 9}\n",
        good: "define void @f(ptr %p) {\n  call void %p(), !prof !0\n  ret void\n}\n!0 = !{!\"VP\", i32 0, i64 9, i64 77, i64 9}\n",
    }
    LW1437 VP_PAIRS "VP !prof should have an even number of arguments after 'VP'" {
        what: "After kind and total, a value profile has pairs of a value and its count.",
        why: "A value without a count says nothing.",
        section: "prof-metadata",
        bad: "define void @f(ptr %p) {\n  call void %p(), !prof !0\n  ret void\n}\n!0 = !{!\"VP\", i32 0, i64 9, i64 77, i64 9, i64 78}\n",
        good: "define void @f(ptr %p) {\n  call void %p(), !prof !0\n  ret void\n}\n!0 = !{!\"VP\", i32 0, i64 9, i64 77, i64 9}\n",
    }
    LW1438 VP_PLACE "VP !prof indirect call or memop size expected to be applied to CallBase instructions only" {
        what: "A value profile of targets of calls or of sizes stands on a call of some sort.",
        why: "Only calls have targets, and are memory operations with sizes.",
        section: "prof-metadata",
        bad: "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !prof !0\n  ret void\n}\n!0 = !{!\"VP\", i32 0, i64 9, i64 77, i64 9}\n",
        good: "define void @f(ptr %p) {\n  call void %p(), !prof !0\n  ret void\n}\n!0 = !{!\"VP\", i32 0, i64 9, i64 77, i64 9}\n",
    }
    LW1439 PROF_UNKNOWN_NAME "expected either branch_weights or VP profile name" {
        what: "The first operand of `!prof` of an instruction is \"branch_weights\", \"VP\" or \"unknown\".",
        why: "These are the sorts of profiles that there are.",
        section: "prof-metadata",
        bad: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"guess\", i32 1, i32 2}\n",
        good: "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 2}\n",
    }
    LW1440 MEMPROF_PLACE "!memprof metadata should only exist on calls" {
        what: "`!memprof` stands on a call of some sort.",
        why: "It tells how memory that a call allocates is used.",
        section: "memprof-metadata",
        bad: "define void @f() {\n  %x = add i8 1, 2, !memprof !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\"}\n!2 = !{i64 1, i64 2}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\"}\n!2 = !{i64 1, i64 2}\n!9 = !{i64 1}\n",
    }
    LW1441 MEMPROF_EMPTY "!memprof annotations should have at least 1 metadata operand (MemInfoBlock)" {
        what: "`!memprof` has at least one operand.",
        why: "Each describes the allocations of one call stack.",
        section: "memprof-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{}\n!9 = !{i64 1}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\"}\n!2 = !{i64 1, i64 2}\n!9 = !{i64 1}\n",
    }
    LW1442 MEMPROF_BLOCK "Each !memprof MemInfoBlock should have at least 2 operands" {
        what: "Each block in `!memprof` has at least two operands.",
        why: "They are a call stack, and how what was allocated there is used.",
        section: "memprof-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2}\n!2 = !{i64 1}\n!9 = !{i64 1}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\"}\n!2 = !{i64 1, i64 2}\n!9 = !{i64 1}\n",
    }
    LW1443 MEMPROF_STACK_NULL "!memprof MemInfoBlock first operand should not be null" {
        what: "The first operand of a block in `!memprof` is not `null`.",
        why: "It is a call stack.",
        section: "memprof-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{null, !\"cold\"}\n!9 = !{i64 1}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\"}\n!2 = !{i64 1, i64 2}\n!9 = !{i64 1}\n",
    }
    LW1444 MEMPROF_STACK "!memprof MemInfoBlock first operand should be an MDNode" {
        what: "The first operand of a block in `!memprof` is a node.",
        why: "It is a call stack.",
        section: "memprof-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!\"stack\", !\"cold\"}\n!9 = !{i64 1}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\"}\n!2 = !{i64 1, i64 2}\n!9 = !{i64 1}\n",
    }
    LW1445 MEMPROF_TAG "!memprof MemInfoBlock second operand should be an MDString" {
        what: "The second operand of a block in `!memprof` is a string.",
        why: "It tells how what was allocated is used, such as \"cold\".",
        section: "memprof-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, i64 1}\n!2 = !{i64 1, i64 2}\n!9 = !{i64 1}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\"}\n!2 = !{i64 1, i64 2}\n!9 = !{i64 1}\n",
    }
    LW1446 MEMPROF_CONTEXT "Not all !memprof MemInfoBlock operands 2 to N are MDNode" {
        what: "What follows in a block in `!memprof` are nodes.",
        why: "Each gives the size of a whole call stack.",
        section: "memprof-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\", i64 1}\n!2 = !{i64 1, i64 2}\n!9 = !{i64 1}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\"}\n!2 = !{i64 1, i64 2}\n!9 = !{i64 1}\n",
    }
    LW1447 MEMPROF_CONTEXT_PAIR "Not all !memprof MemInfoBlock operands 2 to N are MDNode with 2 operands" {
        what: "What follows in a block in `!memprof` are pairs.",
        why: "Each is the hash of a whole call stack and its size.",
        section: "memprof-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\", !3}\n!2 = !{i64 1, i64 2}\n!3 = !{i64 1}\n!9 = !{i64 1}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\", !3}\n!2 = !{i64 1, i64 2}\n!9 = !{i64 1}\n!3 = !{i64 5, i64 6}\n",
    }
    LW1448 MEMPROF_CONTEXT_INTS "Not all !memprof MemInfoBlock operands 2 to N are MDNode with ConstantInt operands" {
        what: "What follows in a block in `!memprof` are pairs of constant integers.",
        why: "Each is the hash of a whole call stack and its size.",
        section: "memprof-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\", !3}\n!2 = !{i64 1, i64 2}\n!3 = !{i64 1, !\"9\"}\n!9 = !{i64 1}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\", !3}\n!2 = !{i64 1, i64 2}\n!9 = !{i64 1}\n!3 = !{i64 5, i64 6}\n",
    }
    LW1449 CALLSITE_PLACE "!callsite metadata should only exist on calls" {
        what: "`!callsite` stands on a call of some sort.",
        why: "It tells which frames of profiled call stacks the call is.",
        section: "callsite-metadata",
        bad: "define void @f() {\n  %x = add i8 1, 2, !callsite !0\n  ret void\n}\n!0 = !{i64 1}\n",
        good: "declare void @g()\ndefine void @f() {\n  call void @g(), !callsite !0\n  ret void\n}\n!0 = !{i64 1}\n",
    }
    LW1450 STACK_EMPTY "call stack metadata should have at least 1 operand" {
        what: "A call stack has at least one frame.",
        why: "It begins at a call.",
        section: "callsite-metadata",
        bad: "declare void @g()\ndefine void @f() {\n  call void @g(), !callsite !0\n  ret void\n}\n!0 = !{}\n",
        good: "declare void @g()\ndefine void @f() {\n  call void @g(), !callsite !0\n  ret void\n}\n!0 = !{i64 1}\n",
    }
    LW1451 STACK_HASH "call stack metadata operand should be constant integer" {
        what: "The frames of a call stack are constant integers.",
        why: "Each is the hash of a place in the source.",
        section: "callsite-metadata",
        bad: "declare void @g()\ndefine void @f() {\n  call void @g(), !callsite !0\n  ret void\n}\n!0 = !{!\"main\"}\n",
        good: "declare void @g()\ndefine void @f() {\n  call void @g(), !callsite !0\n  ret void\n}\n!0 = !{i64 1}\n",
    }
    LW1452 ASSIGN_ID_RECORD debug "!DIAssignID should only be used by Assign DVRs." {
        what: "A `DIAssignID` is an operand of `#dbg_assign` only, not of other debug records.",
        why: "It is not a value that a variable could have: it links an assignment to the instruction that performs it.",
        section: "https://llvm.org/docs/AssignmentTracking.html",
        bad: "define void @f(ptr %p) !dbg !3 {\n    #dbg_value(!6, !5, !DIExpression(), !4)\n  store i8 1, ptr %p, !dbg !4, !DIAssignID !6\n  ret void, !dbg !4\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n!1 = !DIFile(filename: \"f.c\", directory: \"/\")\n!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n!3 = distinct !DISubprogram(name: \"f\", file: !1, unit: !0)\n!4 = !DILocation(line: 1, scope: !3)\n!5 = !DILocalVariable(name: \"x\", scope: !3, file: !1)\n!6 = distinct !DIAssignID()\n",
        good: "define void @f(ptr %p) !dbg !3 {\n    #dbg_value(i8 1, !5, !DIExpression(), !4)\n  store i8 1, ptr %p, !dbg !4, !DIAssignID !6\n  ret void, !dbg !4\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n!1 = !DIFile(filename: \"f.c\", directory: \"/\")\n!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n!3 = distinct !DISubprogram(name: \"f\", file: !1, unit: !0)\n!4 = !DILocation(line: 1, scope: !3)\n!5 = !DILocalVariable(name: \"x\", scope: !3, file: !1)\n!6 = distinct !DIAssignID()\n",
    }
    LW1453 CALLGRAPH_LIST "The callee_type metadata must be a list of callgraph metadata nodes" since V23 {
        what: "The operands of `!callee_type` are nodes.",
        why: "Each describes one type.",
        section: "callee-type-metadata",
        bad: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{i64 0}\n",
        good: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{!\"t.generalized\"}\n",
    }
    LW1454 CALLGRAPH_PARTS "Well-formed generalized callgraph metadata must contain exactly one operand" since V23 {
        what: "Each type in `!callee_type` is an identifier and nothing else.",
        why: "So is `!callgraph` of the function that may be called, with which it is compared.",
        section: "callgraph-metadata",
        bad: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{!\"t.generalized\", !\"u.generalized\"}\n",
        good: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{!\"t.generalized\"}\n",
    }
    LW1455 CALLGRAPH_STRING "The operand of callgraph metadata for functions must be an MDString" since V23 {
        what: "The identifier of each type in `!callee_type` is a string.",
        why: "Types are compared by their names.",
        section: "callgraph-metadata",
        bad: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{i64 0}\n",
        good: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{!\"t.generalized\"}\n",
    }
    LW1456 CALLGRAPH_GENERALIZED "Only generalized callgraph metadata can be part of the callee_type metadata list" since V23 {
        what: "The identifier of each type in `!callee_type` ends with `.generalized`.",
        why: "Call graphs are made of generalized types, in which pointers to different types are alike.",
        section: "callgraph-metadata",
        bad: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{!\"t\"}\n",
        good: "define void @f(ptr %p) {\n  %x = call i32 %p(), !callee_type !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{!\"t.generalized\"}\n",
    }
    LW1457 NOFPCLASS_PLACE "nofpclass is only for loads" since V23 {
        what: "`!nofpclass` stands on a load.",
        why: "It describes values that are loaded; for other values there is the attribute of that name.",
        section: "nofpclass-metadata",
        bad: "define float @f(ptr %p) {\n  %x = call float %p(), !nofpclass !0\n  ret float %x\n}\n!0 = !{i32 3}\n",
        good: "define float @f(ptr %p) {\n  %x = load float, ptr %p, !nofpclass !0\n  ret float %x\n}\n!0 = !{i32 3}\n",
    }
    LW1458 NOFPCLASS_TYPE "nofpclass only applies to floating-point typed loads" since V23 {
        what: "`!nofpclass` stands on a load of floating-point numbers.",
        why: "Other values have no such classes.",
        section: "nofpclass-metadata",
        bad: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !nofpclass !0\n  ret i32 %x\n}\n!0 = !{i32 3}\n",
        good: "define float @f(ptr %p) {\n  %x = load float, ptr %p, !nofpclass !0\n  ret float %x\n}\n!0 = !{i32 3}\n",
    }
    LW1459 NOFPCLASS_COUNT "nofpclass must have exactly one entry" since V23 {
        what: "`!nofpclass` has one operand.",
        why: "It is the mask of classes.",
        section: "nofpclass-metadata",
        bad: "define float @f(ptr %p) {\n  %x = load float, ptr %p, !nofpclass !0\n  ret float %x\n}\n!0 = !{i32 3, i32 3}\n",
        good: "define float @f(ptr %p) {\n  %x = load float, ptr %p, !nofpclass !0\n  ret float %x\n}\n!0 = !{i32 3}\n",
    }
    LW1460 NOFPCLASS_INT "nofpclass entry must be a constant i32" since V23 {
        what: "The operand of `!nofpclass` is a constant `i32`.",
        why: "It is the mask of classes.",
        section: "nofpclass-metadata",
        bad: "define float @f(ptr %p) {\n  %x = load float, ptr %p, !nofpclass !0\n  ret float %x\n}\n!0 = !{i64 3}\n",
        good: "define float @f(ptr %p) {\n  %x = load float, ptr %p, !nofpclass !0\n  ret float %x\n}\n!0 = !{i32 3}\n",
    }
    LW1461 NOFPCLASS_EMPTY "'nofpclass' must have at least one test bit set" since V23 {
        what: "The mask of `!nofpclass` is not 0.",
        why: "With 0 it would say nothing.",
        section: "nofpclass-metadata",
        bad: "define float @f(ptr %p) {\n  %x = load float, ptr %p, !nofpclass !0\n  ret float %x\n}\n!0 = !{i32 0}\n",
        good: "define float @f(ptr %p) {\n  %x = load float, ptr %p, !nofpclass !0\n  ret float %x\n}\n!0 = !{i32 3}\n",
    }
    LW1462 NOFPCLASS_MASK "Invalid value for 'nofpclass' test mask" since V23 {
        what: "The mask of `!nofpclass` has no bits above the lowest ten.",
        why: "There are ten classes.",
        section: "nofpclass-metadata",
        bad: "define float @f(ptr %p) {\n  %x = load float, ptr %p, !nofpclass !0\n  ret float %x\n}\n!0 = !{i32 1024}\n",
        good: "define float @f(ptr %p) {\n  %x = load float, ptr %p, !nofpclass !0\n  ret float %x\n}\n!0 = !{i32 1023}\n",
    }
    LW1463 INLINE_HISTORY_PLACE "!inline_history should only exist on calls" since V23 {
        what: "`!inline_history` stands on a call.",
        why: "It tells through which functions the call was inlined to where it is.",
        section: "inline-history-metadata",
        bad: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !inline_history !0\n  ret i32 %x\n}\n!0 = !{ptr @f}\n",
        good: "define void @f(ptr %p) {\n  call void %p(), !inline_history !0\n  ret void\n}\n!0 = !{ptr @f, null}\n",
    }
    LW1464 INLINE_HISTORY_FUNCTIONS "!inline_history operands must be functions or null" since V23 {
        what: "The operands of `!inline_history` are functions, or `null` for those that are no more.",
        why: "Only functions are inlined.",
        section: "inline-history-metadata",
        bad: "define void @f(ptr %p) {\n  call void %p(), !inline_history !0\n  ret void\n}\n!0 = !{i32 3}\n",
        good: "define void @f(ptr %p) {\n  call void %p(), !inline_history !0\n  ret void\n}\n!0 = !{ptr @f, null}\n",
    }
    LW1465 CACHE_HINT_PLACE "!mem.cache_hint is only valid on memory operations" since V23 {
        what: "`!mem.cache_hint` stands on what reads or writes memory.",
        why: "It is a hint about that access.",
        section: "mem-cache-hint-metadata",
        bad: "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1, !mem.cache_hint !0\n  ret i32 %y\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1466 CACHE_HINT_CALL "!mem.cache_hint is not supported on non-intrinsic calls" since V23 {
        what: "`!mem.cache_hint` stands on no call but of an intrinsic.",
        why: "What memory another function accesses depends on attributes, which may change.",
        section: "mem-cache-hint-metadata",
        bad: "define void @f(ptr %p) {\n  call void %p(), !mem.cache_hint !0\n  ret void\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1467 CACHE_HINT_PAIRS "!mem.cache_hint must have even number of operands (operand_no, hint_node pairs)" since V23 {
        what: "`!mem.cache_hint` has pairs of operands.",
        why: "Each is the number of an operand and the hint for it.",
        section: "mem-cache-hint-metadata",
        bad: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0}\n!1 = !{!\"k\", !\"v\"}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1468 CACHE_HINT_PAIR "!mem.cache_hint must alternate between i32 operand numbers and metadata hint nodes" since V23 {
        what: "In each pair of `!mem.cache_hint`, the first is an integer and the second a node.",
        why: "They are the number of an operand and the hint for it.",
        section: "mem-cache-hint-metadata",
        bad: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{!1, i32 0}\n!1 = !{!\"k\", !\"v\"}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1469 CACHE_HINT_NEGATIVE "!mem.cache_hint operand number must be non-negative" since V23 {
        what: "The number of an operand in `!mem.cache_hint` is not negative.",
        why: "Operands are counted from 0.",
        section: "mem-cache-hint-metadata",
        bad: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 -1, !1}\n!1 = !{!\"k\", !\"v\"}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1470 CACHE_HINT_RANGE "!mem.cache_hint operand number is out of range" since V23 {
        what: "The number of an operand in `!mem.cache_hint` is that of one that there is.",
        why: "The hint is about that operand.",
        section: "mem-cache-hint-metadata",
        bad: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 1, !1}\n!1 = !{!\"k\", !\"v\"}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1471 CACHE_HINT_POINTER "!mem.cache_hint operand number must refer to a pointer operand" since V23 {
        what: "The operand that `!mem.cache_hint` names is a pointer.",
        why: "The hint is about the memory that it points to.",
        section: "mem-cache-hint-metadata",
        bad: "define void @f(ptr %p) {\n  store i32 0, ptr %p, !mem.cache_hint !0\n  ret void\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1472 CACHE_HINT_TWICE "!mem.cache_hint contains duplicate operand number" since V23 {
        what: "No operand is twice in `!mem.cache_hint`.",
        why: "There is one hint for each.",
        section: "mem-cache-hint-metadata",
        bad: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1, i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1473 CACHE_HINT_ORDER "!mem.cache_hint operand numbers must be in increasing order" since V23 {
        what: "The operands are in order in `!mem.cache_hint`.",
        why: "So equal hints are one node.",
        section: "mem-cache-hint-metadata",
        bad: "define void @f(ptr %p, ptr %q) {\n  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !mem.cache_hint !0\n  ret void\n}\n!0 = !{i32 1, !1, i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1474 CACHE_HINT_VALUES "!mem.cache_hint hint node must have even number of operands (key-value pairs)" since V23 {
        what: "A hint of `!mem.cache_hint` has pairs of operands.",
        why: "Each is a key and its value.",
        section: "mem-cache-hint-metadata",
        bad: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\"}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1475 CACHE_HINT_KEY "!mem.cache_hint key must be a string" since V23 {
        what: "A key in a hint of `!mem.cache_hint` is a string.",
        why: "It begins with the name of a target.",
        section: "mem-cache-hint-metadata",
        bad: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{i32 1, !\"v\"}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1476 CACHE_HINT_KEY_TWICE "!mem.cache_hint hint node contains duplicate key" since V23 {
        what: "No key is twice in a hint of `!mem.cache_hint`.",
        why: "A key has one value.",
        section: "mem-cache-hint-metadata",
        bad: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\", !\"k\", i32 1}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1477 CACHE_HINT_VALUE "!mem.cache_hint value must be a string or integer" since V23 {
        what: "A value in a hint of `!mem.cache_hint` is a string or an integer.",
        why: "Targets know no other.",
        section: "mem-cache-hint-metadata",
        bad: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", ptr @f}\n",
        good: "define i32 @f(ptr %p) {\n  %x = load i32, ptr %p, !mem.cache_hint !0\n  ret i32 %x\n}\n!0 = !{i32 0, !1}\n!1 = !{!\"k\", !\"v\"}\n",
    }
    LW1478 MEMPROF_CALLSITE "!memprof metadata requires !callsite metadata" since V23 {
        what: "A call with `!memprof` has `!callsite`.",
        why: "The contexts of `!memprof` begin with the call stack that `!callsite` gives.",
        section: "memprof-metadata",
        bad: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\"}\n!2 = !{i64 1, i64 2}\n",
        good: "declare ptr @g()\ndefine void @f() {\n  %x = call ptr @g(), !memprof !0, !callsite !9\n  ret void\n}\n!0 = !{!1}\n!1 = !{!2, !\"cold\"}\n!2 = !{i64 1, i64 2}\n!9 = !{i64 1}\n",
    }
    LW1479 VP_TWICE "VP !prof should not have duplicate profile values" since V23 {
        what: "No value is twice in a profile of values.",
        why: "There is one count for each value.",
        section: "prof-metadata",
        bad: "define void @f(ptr %p) {\n  call void %p(), !prof !0\n  ret void\n}\n!0 = !{!\"VP\", i32 0, i64 10, i64 1, i64 5, i64 1, i64 5}\n",
        good: "define void @f(ptr %p) {\n  call void %p(), !prof !0\n  ret void\n}\n!0 = !{!\"VP\", i32 0, i64 10, i64 1, i64 5, i64 2, i64 5}\n",
    }
    LW1480 INVARIANT_LOAD "invariant.load metadata is only for loads and readonly intrinsic calls" since V23 {
        what: "`!invariant.load` is attached to loads and to calls of intrinsics that write no memory.",
        why: "It says that what is read never changes.",
        section: "i-load",
        bad: "define void @f() {\n  %r = add i32 1, 2, !invariant.load !0\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f(ptr %p) {\n  %r = load i32, ptr %p, !invariant.load !0\n  ret void\n}\n!0 = !{}\n",
    }
    LW1481 NOUNDEF_PLACE "noundef applies only to load instructions" since V23 {
        what: "`!noundef` is attached to loads.",
        why: "Results of calls have the attribute `noundef`.",
        section: "i-load",
        bad: "define void @f() {\n  %r = add i32 1, 2, !noundef !0\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f(ptr %p) {\n  %r = load i32, ptr %p, !noundef !0\n  ret void\n}\n!0 = !{}\n",
    }
    LW1482 NOUNDEF_OPERANDS "noundef metadata must be empty" since V23 {
        what: "`!noundef` has no operands.",
        why: "There is nothing to say but that.",
        section: "i-load",
        bad: "define void @f(ptr %p) {\n  %r = load i32, ptr %p, !noundef !0\n  ret void\n}\n!0 = !{i32 1}\n",
        good: "define void @f(ptr %p) {\n  %r = load i32, ptr %p, !noundef !0\n  ret void\n}\n!0 = !{}\n",
    }
    LW1483 ACTIVE_LANES "!amdgpu.expected.active.lanes must have exactly one operand" since V23 {
        what: "`!amdgpu.expected.active.lanes` has one operand.",
        why: "It is a number of lanes.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-metadata",
        bad: "define void @f(ptr %p) {\n  %r = load i32, ptr %p, !amdgpu.expected.active.lanes !0\n  ret void\n}\n!0 = !{}\n",
        good: "define void @f(ptr %p) {\n  %r = load i32, ptr %p, !amdgpu.expected.active.lanes !0\n  ret void\n}\n!0 = !{i32 3}\n",
    }
    LW1484 ACTIVE_LANES_INT "!amdgpu.expected.active.lanes operand must be an i32 constant" since V23 {
        what: "The operand of `!amdgpu.expected.active.lanes` is a constant of type `i32`.",
        why: "It is a number of lanes.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-metadata",
        bad: "define void @f(ptr %p) {\n  %r = load i32, ptr %p, !amdgpu.expected.active.lanes !0\n  ret void\n}\n!0 = !{i64 3}\n",
        good: "define void @f(ptr %p) {\n  %r = load i32, ptr %p, !amdgpu.expected.active.lanes !0\n  ret void\n}\n!0 = !{i32 3}\n",
    }
}
