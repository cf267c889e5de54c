//! Rules about module flags, identifications and command lines: LW0200 to LW0249.

use crate::rule::rules;

rules! {
    LW0200 FLAG_OPERANDS "incorrect number of operands in module flag" {
        what: "A module flag has three operands: behavior, name and value.",
        why: "The behavior says what becomes of the value when a module with another value is linked to this one.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"flag\"}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"flag\", i32 5}\n",
    }
    LW0201 BEHAVIOR_TYPE "invalid behavior operand in module flag (expected constant integer)" {
        what: "The behavior of a module flag is an integer.",
        why: "Behaviors go by number: 1 is an error if values differ, 7 takes the greater one, ...",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{!\"error\", !\"flag\", i32 5}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"flag\", i32 5}\n",
    }
    LW0202 BEHAVIOR "invalid behavior operand in module flag (unexpected constant)" {
        what: "The behavior of a module flag is one of 1 to 8.",
        why: "No other number has a meaning.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 9, !\"flag\", i32 5}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 8, !\"flag\", i32 5}\n",
    }
    LW0203 FLAG_NAME "invalid ID operand in module flag (expected metadata string)" {
        what: "The name of a module flag is a string.",
        why: "Flags of modules that are linked are matched by name.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, i32 2, i32 5}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"flag\", i32 5}\n",
    }
    LW0204 MIN_VALUE "invalid value for 'min' module flag (expected constant non-negative integer)" {
        what: "The value of a module flag of behavior 8, `min`, is an integer that is not negative.",
        why: "Linking keeps the smaller of two values. A module without the flag counts as one with 0.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 8, !\"flag\", i32 -1}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 8, !\"flag\", i32 1}\n",
    }
    LW0205 MAX_VALUE "invalid value for 'max' module flag (expected constant integer)" {
        what: "The value of a module flag of behavior 7, `max`, is an integer.",
        why: "Linking keeps the greater of two values.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 7, !\"flag\", !\"5\"}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 7, !\"flag\", i32 5}\n",
    }
    LW0206 REQUIRE_VALUE "invalid value for 'require' module flag (expected metadata pair)" {
        what: "The value of a module flag of behavior 3, `require`, is a node of two operands: the name of another flag, and the value that it must have.",
        why: "That is what is required of whatever comes out of linking.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 3, !\"flag\", i32 5}\n",
        good: "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 3, !\"flag\", !{!\"other\", i32 5}}\n!1 = !{i32 1, !\"other\", i32 5}\n",
    }
    LW0207 REQUIRE_NAME "invalid value for 'require' module flag (first value operand should be a string)" {
        what: "What a module flag of behavior 3, `require`, requires begins with a string: the name of another flag.",
        why: "Flags are found by name.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 3, !\"flag\", !{i32 1, i32 5}}\n",
        good: "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 3, !\"flag\", !{!\"other\", i32 5}}\n!1 = !{i32 1, !\"other\", i32 5}\n",
    }
    LW0208 APPEND_VALUE "invalid value for 'append'-type module flag (expected a metadata node)" {
        what: "The value of a module flag of behavior 5, `append`, or 6, `appendunique`, is a node.",
        why: "Linking puts the operands of the nodes one after the other.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 5, !\"flag\", i32 5}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 5, !\"flag\", !{i32 5}}\n",
    }
    LW0209 FLAG_TWICE "module flag identifiers must be unique (or of 'require' type)" {
        what: "No two flags of a module have the same name, other than requirements.",
        why: "A flag has one value. Requirements are conditions on flags, of which there may be many.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 1, !\"flag\", i32 5}\n!1 = !{i32 1, !\"flag\", i32 6}\n",
        good: "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 1, !\"flag\", i32 5}\n!1 = !{i32 1, !\"other\", i32 6}\n",
    }
    LW0210 WCHAR_SIZE "wchar_size metadata requires constant integer argument" {
        what: "The value of the module flag `wchar_size` is an integer.",
        why: "It is the size of C's `wchar_t` in bytes, which passes ask for before they touch `wcslen`.",
        section: "c-type-width-module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"wchar_size\", !\"4\"}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"wchar_size\", i32 4}\n",
    }
    LW0211 LINKER_OPTIONS "'Linker Options' named metadata no longer supported" {
        what: "A module has no flag `Linker Options` unless it also has the named metadata `llvm.linker.options`.",
        why: "Options for the linker are in that named metadata now, where linking brings those of all modules together.",
        section: "automatic-linker-flags-named-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 6, !\"Linker Options\", !{!{!\"-lz\"}}}\n",
        good: "!llvm.linker.options = !{!0}\n!0 = !{!\"-lz\"}\n",
    }
    LW0212 SEMANTIC_INTERPOSITION "SemanticInterposition metadata requires constant integer argument" {
        what: "The value of the module flag `SemanticInterposition` is an integer.",
        why: "Anything but 0 says that another library may replace the definitions of this one when the program is loaded.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"SemanticInterposition\", !\"yes\"}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"SemanticInterposition\", i32 1}\n",
    }
    LW0213 PROFILE_EDGE "expected a MDNode triple" {
        what: "The value of the module flag `CG Profile` holds nodes of three operands: caller, callee and count.",
        why: "Each is an edge of the call graph; the linker puts functions that call each other often side by side.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 5, !\"CG Profile\", !{!1}}\n!1 = !{ptr @f, ptr @f}\ndeclare void @f()\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 5, !\"CG Profile\", !{!1}}\n!1 = !{ptr @f, ptr @f, i64 7}\ndeclare void @f()\n",
    }
    LW0214 PROFILE_FUNCTION "expected a Function or null" {
        what: "Caller and callee of an edge of `CG Profile` are functions, or `null` for one that is gone.",
        why: "The linker puts functions in order by how often they call each other.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 5, !\"CG Profile\", !{!1}}\n!1 = !{ptr @g, null, i64 7}\n@g = external global i32\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 5, !\"CG Profile\", !{!1}}\n!1 = !{ptr @f, null, i64 7}\ndeclare void @f()\n",
    }
    LW0215 PROFILE_COUNT "expected an integer constant" {
        what: "The count of an edge of `CG Profile` is an integer.",
        why: "It is how often the one function called the other.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 5, !\"CG Profile\", !{!1}}\n!1 = !{null, null, !\"7\"}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 5, !\"CG Profile\", !{!1}}\n!1 = !{null, null, i64 7}\n",
    }
    LW0216 PAUTH_ABI "either both or no 'aarch64-elf-pauthabi-platform' and 'aarch64-elf-pauthabi-version' module flags must be present" {
        what: "A module has both of the flags `aarch64-elf-pauthabi-platform` and `aarch64-elf-pauthabi-version`, or neither.",
        why: "They go into the object file as a pair, by which the linker tells whether files sign pointers alike. A version means something only on its platform.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"aarch64-elf-pauthabi-version\", i32 1}\n",
        good: "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 1, !\"aarch64-elf-pauthabi-version\", i32 1}\n!1 = !{i32 1, !\"aarch64-elf-pauthabi-platform\", i32 2}\n",
    }
    LW0217 REQUIRED_MISSING "invalid requirement on flag, flag is not present in module" {
        what: "A flag that another one of behavior 3, `require`, names is there.",
        why: "A flag that is not there cannot have the value that is required.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 3, !\"flag\", !{!\"other\", i32 5}}\n",
        good: "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 3, !\"flag\", !{!\"other\", i32 5}}\n!1 = !{i32 1, !\"other\", i32 5}\n",
    }
    LW0218 REQUIRED_VALUE "invalid requirement on flag, flag does not have the required value" {
        what: "A flag that another one of behavior 3, `require`, names has the value that this one asks for.",
        why: "A requirement guards against linking with code that was made under other assumptions.",
        section: "module-flags-metadata",
        bad: "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 3, !\"flag\", !{!\"other\", i32 5}}\n!1 = !{i32 1, !\"other\", i32 6}\n",
        good: "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 3, !\"flag\", !{!\"other\", i32 5}}\n!1 = !{i32 1, !\"other\", i32 5}\n",
    }
    LW0219 IDENT_OPERANDS "incorrect number of operands in llvm.ident metadata" {
        what: "Each operand of `!llvm.ident` is a node of one operand.",
        why: "Each says which compiler made a module, in one string.",
        section: "named-metadata",
        bad: "!llvm.ident = !{!0}\n!0 = !{!\"a compiler\", !\"2.0\"}\n",
        good: "!llvm.ident = !{!0}\n!0 = !{!\"a compiler 2.0\"}\n",
    }
    LW0220 IDENT_STRING "invalid value for llvm.ident metadata entry operand(the operand should be a string)" {
        what: "What the nodes of `!llvm.ident` hold is a string.",
        why: "It goes into the object file as it is, as a comment on which compiler made it.",
        section: "named-metadata",
        bad: "!llvm.ident = !{!0}\n!0 = !{i32 2}\n",
        good: "!llvm.ident = !{!0}\n!0 = !{!\"a compiler 2.0\"}\n",
    }
    LW0221 COMMAND_LINE_OPERANDS "incorrect number of operands in llvm.commandline metadata" {
        what: "Each operand of `!llvm.commandline` is a node of one operand.",
        why: "Each is the command that a module was compiled with, in one string.",
        section: "named-metadata",
        bad: "!llvm.commandline = !{!0}\n!0 = !{!\"cc\", !\"a.c\"}\n",
        good: "!llvm.commandline = !{!0}\n!0 = !{!\"cc a.c\"}\n",
    }
    LW0222 COMMAND_LINE_STRING "invalid value for llvm.commandline metadata entry operand(the operand should be a string)" {
        what: "What the nodes of `!llvm.commandline` hold is a string.",
        why: "It goes into the object file as it is, as a record of how that was made.",
        section: "named-metadata",
        bad: "!llvm.commandline = !{!0}\n!0 = !{i32 2}\n",
        good: "!llvm.commandline = !{!0}\n!0 = !{!\"cc a.c\"}\n",
    }
    LW0223 ERRNO_EMPTY "llvm.errno.tbaa must have at least one operand" {
        what: "The named metadata `llvm.errno.tbaa`, if it is there, has an operand.",
        why: "Its operands are tags that say of which type `errno` is, so that accesses of other types need not wait for calls that set it. Without one it says nothing.",
        section: "llvm-errno-tbaa-named-metadata",
        bad: "!llvm.errno.tbaa = !{}\n",
        good: "!llvm.errno.tbaa = !{!0}\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
    }
    LW0224 OUT_OF_BOUNDS_BEHAVIOR "'{}' module flag must use 'max' merge behaviour" since V23 {
        what: "The behavior of `amdgpu.buffer.oob.mode` and `amdgpu.tbuffer.oob.mode` is 7, `max`.",
        why: "Linked together, the stricter module decides.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-module-flags",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"amdgpu.buffer.oob.mode\", i32 1}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 7, !\"amdgpu.buffer.oob.mode\", i32 1}\n",
    }
    LW0225 OUT_OF_BOUNDS_MODE "'{}' module flag must be 0, 1, or 2" since V23 {
        what: "`amdgpu.buffer.oob.mode` and `amdgpu.tbuffer.oob.mode` are 0, 1 or 2.",
        why: "There are three modes.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-module-flags",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 7, !\"amdgpu.buffer.oob.mode\", i32 3}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 7, !\"amdgpu.buffer.oob.mode\", i32 1}\n",
    }
    LW0226 POINTER_SIGNING_TYPE "{}: module flag expects integer value" since V23 {
        what: "`ptrauth-init-fini` and `ptrauth-init-fini-address-discrimination` are integers.",
        why: "They switch something on or off.",
        section: "https://llvm.org/docs/PointerAuth.html",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"ptrauth-init-fini\", !\"x\"}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"ptrauth-init-fini\", i32 1}\n",
    }
    LW0227 POINTER_SIGNING_VALUE "ptrauth-init-fini must be 0 or 1" since V23 {
        what: "`ptrauth-init-fini` is 0 or 1.",
        why: "It says whether pointers to constructors are signed.",
        section: "https://llvm.org/docs/PointerAuth.html",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"ptrauth-init-fini\", i32 2}\n",
        good: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"ptrauth-init-fini\", i32 1}\n",
    }
    LW0228 ADDRESS_SIGNING_VALUE "ptrauth-init-fini-address-discrimination must be 0 or 1, if set" since V23 {
        what: "`ptrauth-init-fini-address-discrimination` is 0 or 1.",
        why: "It says whether the place of the pointer is signed, too.",
        section: "https://llvm.org/docs/PointerAuth.html",
        bad: "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 1, !\"ptrauth-init-fini\", i32 1}\n!1 = !{i32 1, !\"ptrauth-init-fini-address-discrimination\", i32 2}\n",
        good: "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 1, !\"ptrauth-init-fini\", i32 1}\n!1 = !{i32 1, !\"ptrauth-init-fini-address-discrimination\", i32 1}\n",
    }
    LW0229 ADDRESS_SIGNING_ALONE "ptrauth-init-fini-address-discrimination module flag requires ptrauth-init-fini" since V23 {
        what: "A module with `ptrauth-init-fini-address-discrimination` has `ptrauth-init-fini`.",
        why: "Without it nothing is signed.",
        section: "https://llvm.org/docs/PointerAuth.html",
        bad: "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"ptrauth-init-fini-address-discrimination\", i32 1}\n",
        good: "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 1, !\"ptrauth-init-fini\", i32 1}\n!1 = !{i32 1, !\"ptrauth-init-fini-address-discrimination\", i32 1}\n",
    }
}
