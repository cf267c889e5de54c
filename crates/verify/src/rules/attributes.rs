//! Rules about attributes and their positions: LW0250 to LW0399.

use crate::rule::rules;

rules! {
    LW0250 BOOLEAN_VALUE "invalid value for '{}' attribute: {}" {
        what: "Some string attributes are switches: their value is `true`, `false`, or nothing at all.",
        why: "Any other value would silently count as `false`, which is hardly what was meant.",
        section: "fnattrs",
        bad: "declare void @f() \"no-jump-tables\"=\"yes\"\n",
        good: "declare void @f() \"no-jump-tables\"=\"true\"\n",
    }
    LW0251 NO_ARGUMENT "Attribute '{}' should have an Argument" {
        what: "An attribute of a kind that carries a number, such as `align`, has one, and no other has.",
        why: "Code that uses the attribute reads its number.",
        section: "paramattrs",
        bad: built "Give the parameter an `align` without a number.",
        good: "declare void @f(ptr noundef align 8)\n",
    }
    LW0252 NOT_FOR_PARAMETER "Attribute '{}' does not apply to parameters" {
        what: "A parameter or result has only attributes that say something about a value that is passed.",
        why: "An attribute such as `noreturn` describes a function, and has no meaning on a parameter.",
        section: "paramattrs",
        bad: built "Put `noreturn` on the parameter instead.",
        good: "declare void @f(ptr nonnull)\n",
    }
    LW0253 IMMARG_ALONE "Attribute 'immarg' is incompatible with other attributes except the 'range' attribute" {
        what: "A parameter that is `immarg` has no other attributes, except for `range`.",
        why: "Its argument is a number that the program holds as it stands. It is never passed at run time, so there is \
              nothing for other attributes to describe.",
        section: "paramattrs",
        bad: "define void @f() {\n  call void @llvm.ubsantrap(i8 zeroext immarg 1)\n  unreachable\n}\n\
              declare void @llvm.ubsantrap(i8 immarg)\n",
        good: "define void @f() {\n  call void @llvm.ubsantrap(i8 immarg 1)\n  unreachable\n}\n\
               declare void @llvm.ubsantrap(i8 immarg)\n",
    }
    LW0254 WAYS_OF_PASSING "Attributes 'byval', 'inalloca', 'preallocated', 'inreg', 'nest', 'byref', and 'sret' are incompatible!" {
        what: "A parameter is passed in one way: it has at most one of these attributes. Only `inreg` and `sret` go together.",
        why: "Each of them says where the argument is: in a register, in memory of the caller, in a copy. It is in one place.",
        section: "paramattrs",
        bad: "declare void @f(ptr byval(i32) nest)\n",
        good: "declare void @f(ptr byval(i32), ptr nest)\n",
    }
    LW0255 INALLOCA_READONLY "Attributes 'inalloca and readonly' are incompatible!" {
        what: "An `inalloca` parameter is not `readonly`.",
        why: "The memory of such an argument belongs to the function that is called, which may change it and often must.",
        section: "attr-inalloca",
        bad: "declare void @f(ptr inalloca(i32) readonly)\n",
        good: "declare void @f(ptr inalloca(i32))\n",
    }
    LW0256 SRET_RETURNED "Attributes 'sret and returned' are incompatible!" {
        what: "A parameter is not both `sret` and `returned`.",
        why: "A function with an `sret` parameter writes its result there and returns nothing, so it cannot return the \
              parameter.",
        section: "paramattrs",
        bad: "define void @f(ptr %f, ptr %x) {\n  %y = call ptr %f(ptr sret(i32) returned %x)\n  ret void\n}\n",
        good: "define void @f(ptr %f, ptr %x) {\n  %y = call ptr %f(ptr returned %x)\n  ret void\n}\n",
    }
    LW0257 ZEROEXT_SIGNEXT "Attributes 'zeroext and signext' are incompatible!" {
        what: "A value is not both `zeroext` and `signext`.",
        why: "The bits above a small integer in its register are either zeros or copies of its sign.",
        section: "paramattrs",
        bad: "declare void @f(i8 zeroext signext)\n",
        good: "declare void @f(i8 zeroext)\n",
    }
    LW0258 READNONE_READONLY "Attributes 'readnone and readonly' are incompatible!" {
        what: "A parameter is not both `readnone` and `readonly`.",
        why: "The first says that the function does not access memory through the pointer, the second that it may read it.",
        section: "paramattrs",
        bad: "declare void @f(ptr readnone readonly)\n",
        good: "declare void @f(ptr readnone)\n",
    }
    LW0259 READNONE_WRITEONLY "Attributes 'readnone and writeonly' are incompatible!" {
        what: "A parameter is not both `readnone` and `writeonly`.",
        why: "The first says that the function does not access memory through the pointer, the second that it may write it.",
        section: "paramattrs",
        bad: "declare void @f(ptr readnone writeonly)\n",
        good: "declare void @f(ptr writeonly)\n",
    }
    LW0260 READONLY_WRITEONLY "Attributes 'readonly and writeonly' are incompatible!" {
        what: "A parameter is not both `readonly` and `writeonly`.",
        why: "A pointer through which a function neither reads nor writes is `readnone`; one property has one representation.",
        section: "paramattrs",
        bad: "declare void @f(ptr readonly writeonly)\n",
        good: "declare void @f(ptr readnone)\n",
    }
    LW0261 NOINLINE_ALWAYSINLINE "Attributes 'noinline and alwaysinline' are incompatible!" {
        what: "A function is not both `noinline` and `alwaysinline`.",
        why: "One forbids the inliner what the other orders.",
        section: "fnattrs",
        bad: "declare void @f() noinline alwaysinline\n",
        good: "declare void @f() alwaysinline\n",
    }
    LW0262 WRITABLE_READNONE "Attributes writable and readnone are incompatible!" {
        what: "A parameter is not both `writable` and `readnone`.",
        why: "`writable` lets the optimizer add writes through the pointer, and `readnone` promises that there are none.",
        section: "paramattrs",
        bad: "declare void @f(ptr writable readnone)\n",
        good: "declare void @f(ptr writable)\n",
    }
    LW0263 WRITABLE_READONLY "Attributes writable and readonly are incompatible!" {
        what: "A parameter is not both `writable` and `readonly`.",
        why: "`writable` lets the optimizer add writes through the pointer, and `readonly` promises that there are none.",
        section: "paramattrs",
        bad: "declare void @f(ptr writable readonly)\n",
        good: "declare void @f(ptr readonly)\n",
    }
    LW0264 INCOMPATIBLE_TYPE "Attribute '{}' applied to incompatible type!" {
        what: "The type of a parameter or result is one that its attributes apply to: `zeroext` needs an integer, `nonnull` \
               a pointer, `nofpclass` floating point, `range` an integer of its width.",
        why: "That a pointer is not null, for example, has no meaning for an integer.",
        section: "paramattrs",
        bad: "declare void @f(i32 nonnull)\n",
        good: "declare void @f(ptr nonnull)\n",
    }
    LW0265 BYVAL_UNSIZED "Attribute 'byval' does not support unsized types!" {
        what: "The type of `byval` has a size.",
        why: "The call copies an object of this type, and must know how many bytes that are.",
        section: "paramattrs",
        bad: "%T = type opaque\ndeclare void @f(ptr byval(%T))\n",
        good: "%T = type { i32 }\ndeclare void @f(ptr byval(%T))\n",
    }
    LW0266 BYVAL_TARGET_TYPE "'byval' argument has illegal target extension type" {
        what: "The type of `byval` holds no `target` type that cannot be on the stack.",
        why: "The call makes its copy on the stack, and some things of a target, such as a barrier of a GPU, cannot be there.",
        section: "t-target-type",
        bad: "declare void @f(ptr byval(target(\"amdgcn.named.barrier\", 0)))\n",
        good: "declare void @f(ptr byref(target(\"amdgcn.named.barrier\", 0)))\n",
    }
    LW0267 BYVAL_HUGE "huge 'byval' arguments are unsupported" {
        what: "The type of `byval` takes less than 2^32 bytes.",
        why: "Code generators keep sizes and offsets of arguments on the stack in 32 bits.",
        section: "paramattrs",
        bad: "declare void @f(ptr byval([4294967296 x i8]))\n",
        good: "declare void @f(ptr byval([4294967295 x i8]))\n",
    }
    LW0268 BYREF_UNSIZED "Attribute 'byref' does not support unsized types!" {
        what: "The type of `byref` has a size.",
        why: "The attribute says that so many bytes are behind the pointer, and the type says how many.",
        section: "attr-byref",
        bad: "%T = type opaque\ndeclare void @f(ptr byref(%T))\n",
        good: "%T = type { i32 }\ndeclare void @f(ptr byref(%T))\n",
    }
    LW0269 BYREF_HUGE "huge 'byref' arguments are unsupported" {
        what: "The type of `byref` takes less than 2^32 bytes.",
        why: "Code generators keep sizes and offsets of arguments in memory in 32 bits.",
        section: "attr-byref",
        bad: "declare void @f(ptr byref([4294967296 x i8]))\n",
        good: "declare void @f(ptr byref([4294967295 x i8]))\n",
    }
    LW0270 INALLOCA_UNSIZED "Attribute 'inalloca' does not support unsized types!" {
        what: "The type of `inalloca` has a size.",
        why: "The argument takes up so much of the stack, and what comes after it lies that much further.",
        section: "attr-inalloca",
        bad: "%T = type opaque\ndeclare void @f(ptr inalloca(%T))\n",
        good: "%T = type { i32 }\ndeclare void @f(ptr inalloca(%T))\n",
    }
    LW0271 INALLOCA_HUGE "huge 'inalloca' arguments are unsupported" {
        what: "The type of `inalloca` takes less than 2^32 bytes.",
        why: "Code generators keep sizes and offsets of arguments on the stack in 32 bits.",
        section: "attr-inalloca",
        bad: "declare void @f(ptr inalloca([4294967296 x i8]))\n",
        good: "declare void @f(ptr inalloca([4294967295 x i8]))\n",
    }
    LW0272 PREALLOCATED_UNSIZED "Attribute 'preallocated' does not support unsized types!" {
        what: "The type of `preallocated` has a size.",
        why: "Room for the argument is made on the stack before the call, and its size must be known then.",
        section: "attr-preallocated",
        bad: "%T = type opaque\ndeclare void @f(ptr preallocated(%T))\n",
        good: "%T = type { i32 }\ndeclare void @f(ptr preallocated(%T))\n",
    }
    LW0273 PREALLOCATED_HUGE "huge 'preallocated' arguments are unsupported" {
        what: "The type of `preallocated` takes less than 2^32 bytes.",
        why: "Code generators keep sizes and offsets of arguments on the stack in 32 bits.",
        section: "attr-preallocated",
        bad: "declare void @f(ptr preallocated([4294967296 x i8]))\n",
        good: "declare void @f(ptr preallocated([4294967295 x i8]))\n",
    }
    LW0274 INITIALIZES_EMPTY "Attribute 'initializes' does not support empty list" {
        what: "`initializes` has at least one range of bytes.",
        why: "Without a range the attribute has no meaning, and is left out.",
        section: "paramattrs",
        bad: built "Take the range out of the attribute.",
        good: "declare void @f(ptr initializes((0, 4)))\n",
    }
    LW0275 INITIALIZES_UNORDERED "Attribute 'initializes' does not support unordered ranges" {
        what: "The ranges of `initializes` are in order, none is empty, and there is a gap between each and the next.",
        why: "Each set of bytes has one representation, so that two sets are compared and combined in one pass over both.",
        section: "paramattrs",
        bad: built "Exchange the two ranges of the attribute.",
        good: "declare void @f(ptr initializes((0, 4), (8, 12)))\n",
    }
    LW0276 NOFPCLASS_NONE "Attribute 'nofpclass' must have at least one test bit set" {
        what: "`nofpclass` names at least one class of floating-point values.",
        why: "Without a range the attribute has no meaning, and is left out.",
        section: "nofpclass",
        bad: built "Make the mask of the attribute 0.",
        good: "declare void @f(float nofpclass(nan))\n",
    }
    LW0277 NOFPCLASS_MASK "Invalid value for 'nofpclass' test mask" {
        what: "The mask of `nofpclass` has no bits but those of the ten classes of floating-point values.",
        why: "Any other bit stands for no class.",
        section: "nofpclass",
        bad: built "Make the mask of the attribute 1024.",
        good: "declare void @f(float nofpclass(nan))\n",
    }
    LW0278 NOT_UNSIGNED "\"{}\" takes an unsigned integer: {}" {
        what: "The value of `patchable-function-prefix`, `patchable-function-entry` or `warn-stack-size` is a number of at \
               most 32 bits in decimal digits.",
        why: "It counts instructions or bytes. Whoever generates code would have to guess what other text means.",
        section: "fnattrs",
        bad: "declare void @f() \"warn-stack-size\"=\"1k\"\n",
        good: "declare void @f() \"warn-stack-size\"=\"1024\"\n",
    }
    LW0279 OTHER_CONTEXT "Attribute list does not match Module context!" {
        what: "The attributes of functions and calls are of the context of the module.",
        why: "Attributes are handles into a context. In another context the same handle stands for something else.",
        section: "paramattrs",
        bad: built "Give the function a list of attributes that was made in another context.",
        good: "declare void @f(ptr nonnull)\n",
    }
    LW0280 NOT_FOR_RESULT "Attribute '{}' does not apply to function return values" {
        what: "A result has only attributes that say something about a value that is returned.",
        why: "An attribute such as `readonly` describes what a function does with its parameter, and has no meaning on a result.",
        section: "paramattrs",
        bad: built "Put `readonly` on the result instead.",
        good: "declare nonnull ptr @f()\n",
    }
    LW0281 IMMARG_OF_FUNCTION "immarg attribute only applies to intrinsics" {
        what: "Only intrinsics have `immarg` parameters.",
        why: "The argument must be a constant because the compiler itself turns the call into code for it. A function that \
              is really called gets its arguments at run time.",
        section: "paramattrs",
        bad: "declare void @f(i32 immarg)\n",
        good: "declare void @f(i32)\n",
    }
    LW0282 ELEMENTTYPE_OF_FUNCTION "Attribute 'elementtype' can only be applied to intrinsics and inline asm." {
        what: "`elementtype` stands on arguments of intrinsics and of inline assembler only.",
        why: "It says of what type the thing behind a pointer is. Only some intrinsics and constraints ask for that.",
        section: "attr-elementtype",
        bad: "define void @f(ptr %x) {\n  call void @g(ptr elementtype(i32) %x)\n  ret void\n}\ndeclare void @g(ptr)\n",
        good: "define void @f(ptr %x) {\n  call void @g(ptr %x)\n  ret void\n}\ndeclare void @g(ptr)\n",
    }
    LW0283 NEST_TWICE "More than one parameter has attribute nest!" {
        what: "At most one parameter is `nest`.",
        why: "It is passed in a register of its own, and there is one such register.",
        section: "nest",
        bad: "declare void @f(ptr nest, ptr nest)\n",
        good: "declare void @f(ptr nest, ptr)\n",
    }
    LW0284 RETURNED_TWICE "More than one parameter has attribute returned!" {
        what: "At most one parameter is `returned`.",
        why: "It says that the result is this parameter. There is one result.",
        section: "paramattrs",
        bad: "declare i32 @f(i32 returned, i32 returned)\n",
        good: "declare i32 @f(i32 returned, i32)\n",
    }
    LW0285 RETURNED_TYPE "Incompatible argument and return types for 'returned' attribute" {
        what: "A `returned` parameter is of the type of the result, or of one that differs in nothing but how its bits are \
               read.",
        why: "The result is this parameter, so that callers may use the one for the other.",
        section: "paramattrs",
        bad: "declare i64 @f(i32 returned)\n",
        good: "declare i32 @f(i32 returned)\n",
    }
    LW0286 SRET_TWICE "Cannot have multiple 'sret' parameters!" {
        what: "At most one parameter is `sret`.",
        why: "It points to where the result is written. There is one result.",
        section: "paramattrs",
        bad: "declare void @f(ptr sret(i32), ptr sret(i32))\n",
        good: "declare void @f(ptr sret(i32), ptr)\n",
    }
    LW0287 SRET_PLACE "Attribute 'sret' is not on first or second parameter!" {
        what: "An `sret` parameter is the first, or the second one.",
        why: "Calling conventions pass it before all others, but for the object that a method is called on.",
        section: "paramattrs",
        bad: "declare void @f(i32, i32, ptr sret(i32))\n",
        good: "declare void @f(i32, ptr sret(i32), i32)\n",
    }
    LW0288 SWIFTSELF_TWICE "Cannot have multiple 'swiftself' parameters!" {
        what: "At most one parameter is `swiftself`.",
        why: "It is passed in a register of its own, and there is one such register.",
        section: "paramattrs",
        bad: "declare void @f(ptr swiftself, ptr swiftself)\n",
        good: "declare void @f(ptr swiftself, ptr)\n",
    }
    LW0289 SWIFTASYNC_TWICE "Cannot have multiple 'swiftasync' parameters!" {
        what: "At most one parameter is `swiftasync`.",
        why: "It is passed in a register of its own, and there is one such register.",
        section: "swiftasync",
        bad: "declare void @f(ptr swiftasync, ptr swiftasync)\n",
        good: "declare void @f(ptr swiftasync, ptr)\n",
    }
    LW0290 SWIFTERROR_TWICE "Cannot have multiple 'swifterror' parameters!" {
        what: "At most one parameter is `swifterror`.",
        why: "It is passed in a register of its own, and there is one such register.",
        section: "paramattrs",
        bad: "declare void @f(ptr swifterror, ptr swifterror)\n",
        good: "declare void @f(ptr swifterror, ptr)\n",
    }
    LW0291 INALLOCA_PLACE "inalloca isn't on the last parameter!" {
        what: "An `inalloca` parameter is the last one.",
        why: "It is the memory at the top of the stack when the call is made, so nothing is pushed after it.",
        section: "attr-inalloca",
        bad: "declare void @f(ptr inalloca(i32), i32)\n",
        good: "declare void @f(i32, ptr inalloca(i32))\n",
    }
    LW0292 NOT_FOR_FUNCTION "Attribute '{}' does not apply to functions!" {
        what: "A function or call has only attributes that say something about functions.",
        why: "An attribute such as `nonnull` describes a value, and has no meaning on a function.",
        section: "fnattrs",
        bad: built "Put `nonnull` on the function itself instead.",
        good: "declare void @f(ptr nonnull) cold\n",
    }
    LW0293 OPTNONE_INLINE "Attribute 'optnone' requires 'noinline'!" {
        what: "An `optnone` function is `noinline`.",
        why: "Inlined into another function, its code would be optimized with that of the other.",
        section: "fnattrs",
        bad: "declare void @f() optnone\n",
        good: "declare void @f() optnone noinline\n",
    }
    LW0294 OPTSIZE_OPTNONE "Attributes 'optsize and optnone' are incompatible!" {
        what: "A function is not both `optsize` and `optnone`.",
        why: "One says what to optimize for, the other not to optimize.",
        section: "fnattrs",
        bad: "declare void @f() optnone noinline optsize\n",
        good: "declare void @f() noinline optsize\n",
    }
    LW0295 MINSIZE_OPTNONE "Attributes 'minsize and optnone' are incompatible!" {
        what: "A function is not both `minsize` and `optnone`.",
        why: "One says what to optimize for, the other not to optimize.",
        section: "fnattrs",
        bad: "declare void @f() optnone noinline minsize\n",
        good: "declare void @f() noinline minsize\n",
    }
    LW0296 OPTDEBUG_OPTNONE "Attributes 'optdebug and optnone' are incompatible!" {
        what: "A function is not both `optdebug` and `optnone`.",
        why: "One says what to optimize for, the other not to optimize.",
        section: "fnattrs",
        bad: "declare void @f() optnone noinline optdebug\n",
        good: "declare void @f() noinline optdebug\n",
    }
    LW0297 REALTIME_BLOCKING "Attributes 'sanitize_realtime and sanitize_realtime_blocking' are incompatible!" {
        what: "A function is not both `sanitize_realtime` and `sanitize_realtime_blocking`.",
        why: "The first marks a function that must not do anything that takes unforeseeable time, the second one that does.",
        section: "fnattrs",
        bad: "declare void @f() sanitize_realtime sanitize_realtime_blocking\n",
        good: "declare void @f() sanitize_realtime\n",
    }
    LW0298 OPTSIZE_OPTDEBUG "Attributes 'optsize and optdebug' are incompatible!" {
        what: "A function is not both `optsize` and `optdebug`.",
        why: "Both say what to optimize for: small code, or code that a debugger can follow.",
        section: "fnattrs",
        bad: "declare void @f() optsize optdebug\n",
        good: "declare void @f() optdebug\n",
    }
    LW0299 MINSIZE_OPTDEBUG "Attributes 'minsize and optdebug' are incompatible!" {
        what: "A function is not both `minsize` and `optdebug`.",
        why: "Both say what to optimize for: the smallest code, or code that a debugger can follow.",
        section: "fnattrs",
        bad: "declare void @f() minsize optdebug\n",
        good: "declare void @f() optdebug\n",
    }
    LW0300 WRITABLE_MEMORY "Attribute writable and memory without argmem: write are incompatible!" {
        what: "The `memory` attribute of a function with a `writable` parameter lets it write the memory of its arguments.",
        why: "`writable` lets the optimizer add writes through the pointer, and the function would then do what it promised \
              not to.",
        section: "paramattrs",
        bad: "declare void @f(ptr writable) memory(argmem: read)\n",
        good: "declare void @f(ptr writable) memory(argmem: readwrite)\n",
    }
    LW0301 STREAMING_MODES "Attributes 'aarch64_pstate_sm_enabled and aarch64_pstate_sm_compatible' are incompatible!" {
        what: "A function is not both `aarch64_pstate_sm_enabled` and `aarch64_pstate_sm_compatible`.",
        why: "The first needs the streaming mode of the processor on, the second runs with it on or off.",
        section: "https://llvm.org/docs/AArch64SME.html#introduction",
        bad: "declare void @f() \"aarch64_pstate_sm_enabled\" \"aarch64_pstate_sm_compatible\"\n",
        good: "declare void @f() \"aarch64_pstate_sm_enabled\"\n",
    }
    LW0302 ZA_STATES "Attributes 'aarch64_new_za', 'aarch64_in_za', 'aarch64_out_za', 'aarch64_inout_za', \
                      'aarch64_preserves_za' and 'aarch64_za_state_agnostic' are mutually exclusive" {
        what: "A function has at most one of these attributes.",
        why: "They contradict each other about what the function does with the ZA registers of its caller.",
        section: "https://llvm.org/docs/AArch64SME.html#introduction",
        bad: "declare void @f() \"aarch64_new_za\" \"aarch64_in_za\"\n",
        good: "declare void @f() \"aarch64_in_za\"\n",
    }
    LW0303 ZT0_STATES "Attributes 'aarch64_new_zt0', 'aarch64_in_zt0', 'aarch64_out_zt0', 'aarch64_inout_zt0', \
                       'aarch64_preserves_zt0' and 'aarch64_za_state_agnostic' are mutually exclusive" {
        what: "A function has at most one of these attributes.",
        why: "They contradict each other about what the function does with the ZT0 register of its caller.",
        section: "https://llvm.org/docs/AArch64SME.html#introduction",
        bad: "declare void @f() \"aarch64_new_zt0\" \"aarch64_in_zt0\"\n",
        good: "declare void @f() \"aarch64_in_zt0\"\n",
    }
    LW0304 JUMPTABLE_NAMED "Attribute 'jumptable' requires 'unnamed_addr'" {
        what: "A `jumptable` function is `unnamed_addr`.",
        why: "Its address is replaced by that of an entry of a table, which must make no difference to the program.",
        section: "fnattrs",
        bad: "declare void @f() jumptable\n",
        good: "declare void @f() unnamed_addr jumptable\n",
    }
    LW0305 ALLOCSIZE_BOUNDS "'allocsize' {} argument is out of bounds" {
        what: "The numbers in `allocsize` are those of parameters of the function, counted from 0.",
        why: "They say which arguments hold the size of what is allocated.",
        section: "fnattrs",
        bad: "declare ptr @f(i64) allocsize(1)\n",
        good: "declare ptr @f(i64) allocsize(0)\n",
    }
    LW0306 ALLOCSIZE_TYPE "'allocsize' {} argument must refer to an integer parameter" {
        what: "The parameters that `allocsize` names are integers.",
        why: "They hold sizes and counts.",
        section: "fnattrs",
        bad: "declare ptr @f(ptr) allocsize(0)\n",
        good: "declare ptr @f(i64) allocsize(0)\n",
    }
    LW0307 ALLOCKIND_ONE "'allockind()' requires exactly one of alloc, realloc, and free" {
        what: "`allockind` says one of `alloc`, `realloc` and `free`.",
        why: "It says what the function does with memory. All else it says is said of that.",
        section: "fnattrs",
        bad: "declare ptr @f(i64) allockind(\"zeroed\")\n",
        good: "declare ptr @f(i64) allockind(\"alloc,zeroed\")\n",
    }
    LW0308 ALLOCKIND_FREE "'allockind(\"free\")' doesn't allow uninitialized, zeroed, or aligned modifiers." {
        what: "`allockind(\"free\")` says nothing more.",
        why: "`uninitialized`, `zeroed` and `aligned` describe newly allocated memory, and a function that frees allocates none.",
        section: "fnattrs",
        bad: "declare void @f(ptr) allockind(\"free,zeroed\")\n",
        good: "declare void @f(ptr) allockind(\"free\")\n",
    }
    LW0309 ALLOCKIND_CONTENT "'allockind()' can't be both zeroed and uninitialized" {
        what: "`allockind` does not say both `zeroed` and `uninitialized`.",
        why: "New memory holds zeros, or nothing that one may rely on.",
        section: "fnattrs",
        bad: "declare ptr @f(i64) allockind(\"alloc,uninitialized,zeroed\")\n",
        good: "declare ptr @f(i64) allockind(\"alloc,uninitialized\")\n",
    }
    LW0310 ZEROED_VARIANT_EMPTY "'alloc-variant-zeroed' must not be empty" {
        what: "`alloc-variant-zeroed` names a function.",
        why: "It is the one to call instead where the memory is then set to zero.",
        section: "fnattrs",
        bad: "declare ptr @f(i64) allockind(\"alloc\") \"alloc-variant-zeroed\"\n",
        good: "declare ptr @f(i64) allockind(\"alloc\") \"alloc-variant-zeroed\"=\"g\"\n",
    }
    LW0311 ZEROED_VARIANT_FAMILY "'alloc-variant-zeroed' must name a function belonging to the same 'alloc-family'" {
        what: "The function that `alloc-variant-zeroed` names has the same `alloc-family`.",
        why: "Memory of one family is freed by functions of that family. A call of the other function must leave that so.",
        section: "fnattrs",
        bad: "declare ptr @f(i64) \"alloc-family\"=\"a\" \"alloc-variant-zeroed\"=\"g\"\n\
              declare ptr @g(i64) allockind(\"alloc,zeroed\") \"alloc-family\"=\"b\"\n",
        good: "declare ptr @f(i64) \"alloc-family\"=\"a\" \"alloc-variant-zeroed\"=\"g\"\n\
               declare ptr @g(i64) allockind(\"alloc,zeroed\") \"alloc-family\"=\"a\"\n",
    }
    LW0312 ZEROED_VARIANT_KIND "'alloc-variant-zeroed' must name a function with 'allockind(\"zeroed\")'" {
        what: "The function that `alloc-variant-zeroed` names says `zeroed` in its `allockind`.",
        why: "It is called where memory is needed that holds zeros.",
        section: "fnattrs",
        bad: "declare ptr @f(i64) \"alloc-variant-zeroed\"=\"g\"\ndeclare ptr @g(i64) allockind(\"alloc\")\n",
        good: "declare ptr @f(i64) \"alloc-variant-zeroed\"=\"g\"\ndeclare ptr @g(i64) allockind(\"alloc,zeroed\")\n",
    }
    LW0313 ZEROED_VARIANT_TYPE "'alloc-variant-zeroed' must name a function with the same signature" {
        what: "The function that `alloc-variant-zeroed` names is of the same type.",
        why: "A call is turned into a call of the other function with the same arguments.",
        section: "fnattrs",
        bad: "declare ptr @f(i64) \"alloc-variant-zeroed\"=\"g\"\ndeclare ptr @g(i32) allockind(\"alloc,zeroed\")\n",
        good: "declare ptr @f(i64) \"alloc-variant-zeroed\"=\"g\"\ndeclare ptr @g(i64) allockind(\"alloc,zeroed\")\n",
    }
    LW0314 VSCALE_MINIMUM_ZERO "'vscale_range' minimum must be greater than 0" {
        what: "The minimum of `vscale_range` is at least 1.",
        why: "`vscale` is how many times its least size a scalable vector has, and it has that size at least once.",
        section: "fnattrs",
        bad: "declare void @f() vscale_range(0, 2)\n",
        good: "declare void @f() vscale_range(1, 2)\n",
    }
    LW0315 VSCALE_MINIMUM_POWER "'vscale_range' minimum must be power-of-two value" {
        what: "The minimum of `vscale_range` is a power of two.",
        why: "`vscale` is a power of two on every target that has it.",
        section: "fnattrs",
        bad: "declare void @f() vscale_range(3, 4)\n",
        good: "declare void @f() vscale_range(2, 4)\n",
    }
    LW0316 VSCALE_EMPTY "'vscale_range' minimum cannot be greater than maximum" {
        what: "The minimum of `vscale_range` is at most the maximum.",
        why: "Otherwise no value of `vscale` lies in the range.",
        section: "fnattrs",
        bad: "declare void @f() vscale_range(4, 2)\n",
        good: "declare void @f() vscale_range(2, 4)\n",
    }
    LW0317 VSCALE_MAXIMUM_POWER "'vscale_range' maximum must be power-of-two value" {
        what: "The maximum of `vscale_range` is a power of two.",
        why: "`vscale` is a power of two on every target that has it.",
        section: "fnattrs",
        bad: "declare void @f() vscale_range(2, 3)\n",
        good: "declare void @f() vscale_range(2, 4)\n",
    }
    LW0318 FRAME_POINTER "invalid value for 'frame-pointer' attribute: {}" {
        what: "`frame-pointer` is `none`, `reserved`, `non-leaf`, `non-leaf-no-reserve` or `all`.",
        why: "It says which functions keep a frame pointer. An unknown word would have no meaning.",
        section: "fnattrs",
        bad: "declare void @f() \"frame-pointer\"=\"true\"\n",
        good: "declare void @f() \"frame-pointer\"=\"all\"\n",
    }
    LW0319 PATCHABLE_SECTION "\"patchable-function-entry-section\" must not be empty" {
        what: "`patchable-function-entry-section` names a section.",
        why: "The addresses of the places that can be patched are put into a section of that name.",
        section: "fnattrs",
        bad: "declare void @f() \"patchable-function-entry-section\"\n",
        good: "declare void @f() \"patchable-function-entry-section\"=\".patchable\"\n",
    }
    LW0320 SIGN_RETURN_ADDRESS "invalid value for 'sign-return-address' attribute: {}" {
        what: "`sign-return-address` is `none`, `non-leaf` or `all`.",
        why: "It says which functions protect the address that they return to. An unknown word would have no meaning.",
        section: "fnattrs",
        bad: "declare void @f() \"sign-return-address\"=\"true\"\n",
        good: "declare void @f() \"sign-return-address\"=\"all\"\n",
    }
    LW0321 SIGN_RETURN_ADDRESS_KEY "invalid value for 'sign-return-address-key' attribute: {}" {
        what: "`sign-return-address-key` is `a_key` or `b_key`.",
        why: "The processor has these two keys for addresses of code.",
        section: "fnattrs",
        bad: "declare void @f() \"sign-return-address\"=\"all\" \"sign-return-address-key\"=\"c_key\"\n",
        good: "declare void @f() \"sign-return-address\"=\"all\" \"sign-return-address-key\"=\"b_key\"\n",
    }
    LW0322 SIGN_KEY_ALONE "'sign-return-address-key' present without `sign-return-address`" {
        what: "A function with `sign-return-address-key` has `sign-return-address` too.",
        why: "A key is of no use where nothing is signed.",
        section: "fnattrs",
        bad: "declare void @f() \"sign-return-address-key\"=\"b_key\"\n",
        good: "declare void @f() \"sign-return-address\"=\"all\" \"sign-return-address-key\"=\"b_key\"\n",
    }
    LW0323 VECTOR_VARIANT "invalid name for a VFABI variant: {}" {
        what: "`vector-function-abi-variant` is a name as the vector function ABI has it, \
               `_ZGV<isa><mask><lanes><parameters>_<scalar name>(<vector name>)`, with as many parameters as the function.",
        why: "The name says which vector function does the same for several values at once, and how its arguments are passed.",
        section: "call-site-attributes",
        bad: "declare double @f(double) \"vector-function-abi-variant\"=\"_ZGVnN2vv_f(g)\"\n",
        good: "declare double @f(double) \"vector-function-abi-variant\"=\"_ZGVnN2v_f(g)\"\n",
    }
    LW0324 DENORMAL_MODE "invalid value for 'denormal-fp-math{}' attribute: {}" until V22 {
        what: "`denormal-fp-math` and `denormal-fp-math-f32` are one or two, with a comma between, of `ieee`, \
               `preserve-sign`, `positive-zero` and `dynamic`.",
        why: "They say what becomes of subnormal results and of subnormal operands. Constants are folded accordingly.",
        section: "denormal-fp-math",
        bad: "declare void @f() \"denormal-fp-math\"=\"flush\"\n",
        good: "declare void @f() \"denormal-fp-math\"=\"preserve-sign,ieee\"\n",
    }
    LW0325 MODULAR_FORMAT_PARTS "modular-format attribute requires at least 5 arguments" {
        what: "`modular-format` has five parts or more, with commas between: the kind of format, the numbers of the format \
               string's and of the first formatted argument, the function to call instead, the name of the implementation, \
               and what it can do.",
        why: "All of them are needed to replace a call by one that links in only what the format string asks for.",
        section: "fnattrs",
        bad: "declare i32 @f(ptr, ...) \"modular-format\"=\"printf,1,2,g\"\n",
        good: "declare i32 @f(ptr, ...) \"modular-format\"=\"printf,1,2,g,impl,float\"\n",
    }
    LW0326 MODULAR_FORMAT_INTEGER "modular-format attribute first arg index is not an integer" {
        what: "The third part of `modular-format` is a number.",
        why: "It says which parameter is the first one that is formatted.",
        section: "fnattrs",
        bad: "declare i32 @f(ptr, ...) \"modular-format\"=\"printf,1,x,g,impl,float\"\n",
        good: "declare i32 @f(ptr, ...) \"modular-format\"=\"printf,1,2,g,impl,float\"\n",
    }
    LW0327 MODULAR_FORMAT_BOUNDS "modular-format attribute first arg index is out of bounds" {
        what: "The third part of `modular-format` is the number of a parameter, counted from 1; `...` counts as one.",
        why: "It says which parameter is the first one that is formatted.",
        section: "fnattrs",
        bad: "declare i32 @f(ptr, ...) \"modular-format\"=\"printf,1,3,g,impl,float\"\n",
        good: "declare i32 @f(ptr, ...) \"modular-format\"=\"printf,1,2,g,impl,float\"\n",
    }
    LW0328 TARGET_FEATURE_EMPTY "target-features attribute should not contain an empty string" {
        what: "No feature in `target-features` is empty: there is something before, after and between its commas.",
        why: "An empty text names no feature. Something was left out.",
        section: "fnattrs",
        bad: "declare void @f() \"target-features\"=\"+sse,,+sse2\"\n",
        good: "declare void @f() \"target-features\"=\"+sse,+sse2\"\n",
    }
    LW0329 TARGET_FEATURE_SIGN "target feature '{}' must start with a '+' or '-'" {
        what: "Each feature in `target-features` starts with `+` or `-`.",
        why: "The sign says whether the feature is there or not.",
        section: "fnattrs",
        bad: "declare void @f() \"target-features\"=\"+sse,sse2\"\n",
        good: "declare void @f() \"target-features\"=\"+sse,-sse2\"\n",
    }
    LW0330 AFTER_LAST_PARAMETER "Attribute after last parameter!" {
        what: "A function or call has attributes for no more parameters than it has.",
        why: "The others would describe parameters that do not exist.",
        section: "paramattrs",
        bad: built "Give the function attributes for a second parameter.",
        good: "declare void @f(ptr nonnull)\n",
    }
    LW0331 BUILTIN_OF_FUNCTION "Attribute 'builtin' can only be applied to a callsite." {
        what: "Only calls are `builtin`, no functions.",
        why: "It says that one call may be treated as one of a library function although the function is `nobuiltin`.",
        section: "fnattrs",
        bad: "declare void @f() #0\nattributes #0 = { builtin }\n",
        good: "define void @f() {\n  call void @g() builtin\n  ret void\n}\ndeclare void @g() nobuiltin\n",
    }
    LW0332 ELEMENTTYPE_DECLARED "Attribute 'elementtype' can only be applied to a callsite." {
        what: "`elementtype` stands on arguments of calls, not on parameters of functions.",
        why: "It says of what type the thing behind a pointer is, which is another one in each call.",
        section: "attr-elementtype",
        bad: built "Put `elementtype(i8)` on the first parameter of the intrinsic.",
        good: "declare ptr @llvm.preserve.array.access.index.p0.p0(ptr, i32, i32)\ndefine ptr @f(ptr %x) {\n  \
               %y = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype(i8) %x, i32 0, i32 1)\n  \
               ret ptr %y\n}\n",
    }
    LW0333 ZT0_UNDEF_OF_FUNCTION "Attribute 'aarch64_zt0_undef' can only be applied to a callsite." {
        what: "Only calls have `aarch64_zt0_undef`, no functions.",
        why: "It says that what ZT0 holds need not be kept over this one call.",
        section: "https://llvm.org/docs/AArch64SME.html#introduction",
        bad: "declare void @f() \"aarch64_zt0_undef\"\n",
        good: "define void @f() {\n  call void @g() \"aarch64_zt0_undef\"\n  ret void\n}\ndeclare void @g()\n",
    }
    LW0334 ZEROED_VARIANT_CONVENTION "'alloc-variant-zeroed' must name a function with the same calling convention" since V23 {
        what: "The function that `alloc-variant-zeroed` names has the same calling convention.",
        why: "A call is turned into a call of the other function as it stands.",
        section: "fnattrs",
        bad: "declare ptr @f(i64) \"alloc-variant-zeroed\"=\"g\"\ndeclare fastcc ptr @g(i64) allockind(\"alloc,zeroed\")\n",
        good: "declare ptr @f(i64) \"alloc-variant-zeroed\"=\"g\"\ndeclare ptr @g(i64) allockind(\"alloc,zeroed\")\n",
    }
    LW0335 DENORMAL_ENVIRONMENT_OF_CALL "denormal_fpenv attribute may not apply to call sites" since V23 {
        what: "Functions have `denormal_fpenv`, calls do not.",
        why: "The attribute states in which floating-point environment the body of a function runs.",
        section: "fnattrs",
        bad: "define void @f() {\n  call void @g() denormal_fpenv(preservesign)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() denormal_fpenv(preservesign) {\n  call void @g()\n  ret void\n}\ndeclare void @g()\n",
    }
    LW0336 MODULAR_STRING_INTEGER "modular-format attribute format string index is not an integer" since V23 {
        what: "The second part of `modular-format` is a number.",
        why: "It says which parameter is the format string.",
        section: "fnattrs",
        bad: "declare void @f(ptr, ...) \"modular-format\"=\"printf,x,2,impl,name\"\n",
        good: "declare void @f(ptr, ...) \"modular-format\"=\"printf,1,2,impl,name\"\n",
    }
    LW0337 MODULAR_STRING_ZERO "modular-format attribute format string index must be greater than 0" since V23 {
        what: "The second part of `modular-format` is not 0.",
        why: "Parameters are counted from 1.",
        section: "fnattrs",
        bad: "declare void @f(ptr, ...) \"modular-format\"=\"printf,0,2,impl,name\"\n",
        good: "declare void @f(ptr, ...) \"modular-format\"=\"printf,1,2,impl,name\"\n",
    }
    LW0338 MODULAR_STRING_BOUNDS "modular-format attribute format string index is out of bounds" since V23 {
        what: "The second part of `modular-format` is the number of a parameter.",
        why: "It says which parameter is the format string.",
        section: "fnattrs",
        bad: "declare void @f(ptr, ...) \"modular-format\"=\"printf,9,2,impl,name\"\n",
        good: "declare void @f(ptr, ...) \"modular-format\"=\"printf,1,2,impl,name\"\n",
    }
    LW0339 MODULAR_IMPLEMENTATION "modular-format attribute modular implementation function name cannot be empty" since V23 {
        what: "The fourth part of `modular-format` is a name.",
        why: "It is the function that is called instead.",
        section: "fnattrs",
        bad: "declare void @f(ptr, ...) \"modular-format\"=\"printf,1,2,,name\"\n",
        good: "declare void @f(ptr, ...) \"modular-format\"=\"printf,1,2,impl,name\"\n",
    }
    LW0340 MODULAR_NAME "modular-format attribute implementation name cannot be empty" since V23 {
        what: "The fifth part of `modular-format` is a name.",
        why: "What each aspect needs is a symbol that begins with it.",
        section: "fnattrs",
        bad: "declare void @f(ptr, ...) \"modular-format\"=\"printf,1,2,impl,\"\n",
        good: "declare void @f(ptr, ...) \"modular-format\"=\"printf,1,2,impl,name\"\n",
    }
}
