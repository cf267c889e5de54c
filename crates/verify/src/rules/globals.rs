//! Rules about symbols: linkage, variables, aliases, ifuncs, comdats, initializers: LW0100 to LW0199.

use crate::rule::rules;

rules! {
    LW0100 DECLARATION_LINKAGE "Global is external, but doesn't have external or weak linkage!" {
        what: "A function without a body and a variable without an initializer are of `external` or `extern_weak` linkage.",
        why: "A declaration stands for a definition in another module. Every other linkage says something about a definition that is here.",
        section: "linkage-types",
        bad: built "Take the initializer of `@g` away and let the linkage be `internal`.",
        good: "@g = internal global i32 0\n",
    }
    LW0101 ASSOCIATED_OPERANDS "associated metadata must have one operand" {
        what: "What `!associated` attaches is a node with exactly one operand.",
        why: "The operand names the one symbol without which the linker may drop this one.",
        section: "associated-metadata",
        bad: "@g = global i32 0, !associated !0\n!0 = !{}\n",
        good: "@g = global i32 0, !associated !0\n@h = global i32 0\n!0 = !{ptr @h}\n",
    }
    LW0102 ASSOCIATED_NOTHING "associated metadata must have a global value" {
        what: "The operand of the node of `!associated` is not `null`.",
        why: "It names the symbol that this one belongs to; `null` names none.",
        section: "associated-metadata",
        bad: "@g = global i32 0, !associated !0\n!0 = !{null}\n",
        good: "@g = global i32 0, !associated !0\n@h = global i32 0\n!0 = !{ptr @h}\n",
    }
    LW0103 ASSOCIATED_VALUE "associated metadata must be ValueAsMetadata" {
        what: "The operand of the node of `!associated` is a constant, as in `!{ptr @h}`.",
        why: "It names a symbol of the module. A string or another node names none.",
        section: "associated-metadata",
        bad: "@g = global i32 0, !associated !0\n!0 = !{!\"h\"}\n",
        good: "@g = global i32 0, !associated !0\n@h = global i32 0\n!0 = !{ptr @h}\n",
    }
    LW0104 ASSOCIATED_TYPE "associated value must be pointer typed" {
        what: "The operand of the node of `!associated` is of pointer type.",
        why: "It is the address of the symbol that this one belongs to.",
        section: "associated-metadata",
        bad: "@g = global i32 0, !associated !0\n!0 = !{i32 1}\n",
        good: "@g = global i32 0, !associated !0\n@h = global i32 0\n!0 = !{ptr @h}\n",
    }
    LW0105 ASSOCIATED_SELF "global values should not associate to themselves" {
        what: "A symbol is not `!associated` with itself.",
        why: "The linker keeps a symbol only if the one that it is associated with is kept: of itself that says nothing.",
        section: "associated-metadata",
        bad: "@g = global i32 0, !associated !0\n!0 = !{ptr @g}\n",
        good: "@g = global i32 0, !associated !0\n@h = global i32 0\n!0 = !{ptr @h}\n",
    }
    LW0106 REF_DECLARATION "ref metadata must not be placed on a declaration" {
        what: "`!implicit.ref` stands only on what is defined in this module.",
        why: "It makes the section of the symbol refer to another symbol, and a declaration has no section here.",
        section: "implicit-ref-metadata",
        bad: "@g = external global i32, !implicit.ref !0\n@h = global i32 0\n!0 = !{ptr @h}\n",
        good: "@g = global i32 0, !implicit.ref !0\n@h = global i32 0\n!0 = !{ptr @h}\n",
    }
    LW0107 REF_OPERANDS "ref metadata must have one operand" {
        what: "What `!implicit.ref` attaches is a node with exactly one operand.",
        why: "Each attachment is one reference; a symbol with several has the attachment several times.",
        section: "implicit-ref-metadata",
        bad: "@g = global i32 0, !implicit.ref !0\n@h = global i32 0\n!0 = !{ptr @h, ptr @h}\n",
        good: "@g = global i32 0, !implicit.ref !0\n@h = global i32 0\n!0 = !{ptr @h}\n",
    }
    LW0108 REF_VALUE "ref metadata must be ValueAsMetadata" {
        what: "The operand of the node of `!implicit.ref` is a constant, as in `!{ptr @h}`.",
        why: "It names the symbol that is referred to. A string or another node names none.",
        section: "implicit-ref-metadata",
        bad: "@g = global i32 0, !implicit.ref !0\n!0 = !{!\"h\"}\n",
        good: "@g = global i32 0, !implicit.ref !0\n@h = global i32 0\n!0 = !{ptr @h}\n",
    }
    LW0109 REF_TYPE "ref value must be pointer typed" {
        what: "The operand of the node of `!implicit.ref` is of pointer type.",
        why: "It is the address of the symbol that is referred to.",
        section: "implicit-ref-metadata",
        bad: "@g = global i32 0, !implicit.ref !0\n!0 = !{i32 1}\n",
        good: "@g = global i32 0, !implicit.ref !0\n@h = global i32 0\n!0 = !{ptr @h}\n",
    }
    LW0110 REF_SELF "values should not reference themselves" {
        what: "`!implicit.ref` does not name the symbol that it is attached to.",
        why: "The reference keeps another symbol alive as long as this one is. To itself it would do nothing.",
        section: "implicit-ref-metadata",
        bad: "@g = global i32 0, !implicit.ref !0\n!0 = !{ptr @g}\n",
        good: "@g = global i32 0, !implicit.ref !0\n@h = global i32 0\n!0 = !{ptr @h}\n",
    }
    LW0111 APPENDING_VARIABLE "Only global variables can have appending linkage!" {
        what: "Only variables have `appending` linkage.",
        why: "When modules are linked, the arrays of that name are put one after the other. There is no such thing for a function.",
        section: "linkage-types",
        bad: built "Give `@f` the linkage `appending`.",
        good: "define void @f() {\n  ret void\n}\n",
    }
    LW0112 APPENDING_ARRAY "Only global arrays can have appending linkage!" {
        what: "A variable of `appending` linkage is an array.",
        why: "When modules are linked, the arrays of that name are put one after the other. Nothing but arrays can be.",
        section: "linkage-types",
        bad: "@g = appending global i32 0\n",
        good: "@g = appending global [1 x i32] zeroinitializer\n",
    }
    LW0113 DECLARATION_COMDAT "Declaration may not be in a Comdat!" {
        what: "A declaration is in no comdat; one that is `available_externally` counts as a declaration.",
        why: "A comdat is a group of definitions in an object file of which the linker keeps one. A declaration leaves nothing there.",
        section: "comdats",
        bad: "$g = comdat any\n@g = external global i32, comdat\n",
        good: "$g = comdat any\n@g = global i32 0, comdat\n",
    }
    LW0114 DLLEXPORT_VISIBILITY "dllexport GlobalValue must have default or protected visibility" {
        what: "A symbol that is `dllexport` is not `hidden`.",
        why: "`dllexport` offers the symbol to other libraries, and `hidden` keeps it from them.",
        section: "dll-storage-classes",
        bad: "@g = hidden dllexport global i32 0\n",
        good: "@g = protected dllexport global i32 0\n",
    }
    LW0115 DLLIMPORT_VISIBILITY "dllimport GlobalValue must have default visibility" {
        what: "A symbol that is `dllimport` is neither `hidden` nor `protected`.",
        why: "Its definition is in another library; its visibility is not this module's to choose.",
        section: "dll-storage-classes",
        bad: built "Give `@g` the visibility `hidden`.",
        good: "@g = external dllimport global i32\n",
    }
    LW0116 DLLIMPORT_LOCAL "GlobalValue with DLLImport Storage is dso_local!" {
        what: "A symbol that is `dllimport` is not `dso_local`.",
        why: "`dllimport` says that the definition is in another library, `dso_local` that it is in this one.",
        section: "dll-storage-classes",
        bad: built "Make `@g` `dso_local`.",
        good: "@g = external dllimport global i32\n",
    }
    LW0117 DLLIMPORT_LINKAGE "Global is marked as dllimport, but not external" {
        what: "A symbol that is `dllimport` is a declaration, or `available_externally`.",
        why: "Its definition is in another library, so there is none here that counts.",
        section: "dll-storage-classes",
        bad: "@g = dllimport global i32 0\n",
        good: "@g = external dllimport global i32\n",
    }
    LW0118 DSO_LOCAL "GlobalValue with local linkage or non-default visibility must be dso_local!" {
        what: "What is `internal` or `private`, or is `hidden` or `protected` and not `extern_weak`, is `dso_local`. Text need not say so: the reader knows.",
        why: "Nobody outside of the library that is being linked can replace such a symbol, and later stages go by `dso_local` alone.",
        section: "runtime-preemption-specifiers",
        bad: built "Take `dso_local` from `@g`.",
        good: "@g = internal global i32 0\n",
    }
    LW0119 HUGE_ALIGNMENT "huge alignment values are unsupported" {
        what: "No alignment is greater than 4294967296, which is 2 to the power of 32.",
        why: "Alignments are kept as the power of two that they are, in a few bits, and no object file asks for more.",
        section: "global-variables",
        bad: built "Align `@g` to 2 to the power of 33.",
        good: "@g = global i32 0, align 4294967296\n",
    }
    LW0120 INITIALIZER_TYPE "Global variable initializer type does not match global variable type!" {
        what: "The initializer of a variable is of the type of the variable.",
        why: "It is what the memory of the variable holds at first, and the type says how much memory that is.",
        section: "global-variables",
        bad: built "Let `i64 0` be the initializer of `@g`.",
        good: "@g = global i32 0\n",
    }
    LW0121 INITIALIZER_SIZE "Global variable initializer must be sized" {
        what: "A variable that is defined is of a type that has a size.",
        why: "The definition makes room for a value of the type. The size of a struct that mixes scalable vectors with other types is unknown.",
        section: "global-variables",
        bad: "@g = global { <vscale x 1 x i32>, i32 } zeroinitializer\n",
        good: "@g = global { <1 x i32>, i32 } zeroinitializer\n",
    }
    LW0122 COMMON_ZERO "'common' global must have a zero initializer!" {
        what: "A variable of `common` linkage is initialized with zero.",
        why: "A tentative definition in C is one: the linker takes the largest of its name and fills it with zeros.",
        section: "linkage-types",
        bad: "@g = common global i32 1\n",
        good: "@g = common global i32 0\n",
    }
    LW0123 COMMON_CONSTANT "'common' global may not be marked constant!" {
        what: "A variable of `common` linkage is a `global`, not a `constant`.",
        why: "It is all zeros, and another module may take its place with something that is written to.",
        section: "linkage-types",
        bad: "@g = common constant i32 0\n",
        good: "@g = common global i32 0\n",
    }
    LW0124 COMMON_COMDAT "'common' global may not be in a Comdat!" {
        what: "A variable of `common` linkage is in no comdat.",
        why: "It is in no section of the object file, only a size that the linker is told, so no group of sections can hold it.",
        section: "comdats",
        bad: "$g = comdat any\n@g = common global i32 0, comdat\n",
        good: "@g = common global i32 0\n",
    }
    LW0125 LIST_LINKAGE "invalid linkage for intrinsic global variable" {
        what: "`@llvm.used`, `@llvm.compiler.used`, `@llvm.global_ctors` and `@llvm.global_dtors` are of `appending` linkage if they are defined.",
        why: "Each module may have its own, and linking puts them one after the other.",
        section: "intrinsic-global-variables",
        bad: "@llvm.global_ctors = global [0 x { i32, ptr, ptr }] zeroinitializer\n",
        good: "@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer\n",
    }
    LW0126 LIST_USES "invalid uses of intrinsic global variable" {
        what: "Nothing refers to `@llvm.used`, `@llvm.compiler.used`, `@llvm.global_ctors` or `@llvm.global_dtors`.",
        why: "They are messages to the compiler and the linker, and leave no symbol behind whose address one could take.",
        section: "intrinsic-global-variables",
        bad: "@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer\n@p = global ptr @llvm.global_ctors\n",
        good: "@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer\n",
    }
    LW0127 LIST_TYPE "wrong type for intrinsic global variable" {
        what: "`@llvm.used` and `@llvm.compiler.used` are arrays of pointers; `@llvm.global_ctors` and `@llvm.global_dtors` of `{ i32, ptr, ptr }`, whose first `ptr` is one to code.",
        why: "The compiler takes the elements apart: the symbols to keep; when to call, what to call, and which symbol it is for.",
        section: "intrinsic-global-variables",
        bad: "@llvm.global_ctors = appending global [0 x { i64, ptr, ptr }] zeroinitializer\n",
        good: "@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer\n",
    }
    LW0128 STRUCTOR_FIELDS "the third field of the element type is mandatory, specify ptr null to migrate from the obsoleted 2-field form" {
        what: "Each element of `@llvm.global_ctors` and `@llvm.global_dtors` has three fields: priority, function, and the symbol that it is for, or `null`.",
        why: "With two fields nothing told the linker to drop the call together with the data that it initializes.",
        section: "the-llvm-global-ctors-global-variable",
        bad: "@llvm.global_ctors = appending global [0 x { i32, ptr }] zeroinitializer\n",
        good: "@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer\n",
    }
    LW0129 USED_INITIALIZER "wrong initializer for intrinsic global variable" {
        what: "The initializer of `@llvm.used` and `@llvm.compiler.used` is an array with elements, not all of them `null`.",
        why: "It lists symbols. An empty list is left out altogether.",
        section: "the-llvm-used-global-variable",
        bad: "@llvm.used = appending global [1 x ptr] zeroinitializer\n",
        good: "@g = global i32 0\n@llvm.used = appending global [1 x ptr] [ptr @g]\n",
    }
    LW0130 USED_MEMBER "invalid {} member" {
        what: "Each element of `@llvm.used` and `@llvm.compiler.used` is a variable, a function or an alias.",
        why: "The list says which symbols must stay, whatever refers to them. An integer that was converted to a pointer is not a symbol.",
        section: "the-llvm-used-global-variable",
        bad: "@llvm.used = appending global [1 x ptr] [ptr inttoptr (i64 1 to ptr)]\n",
        good: "@g = global i32 0\n@llvm.used = appending global [1 x ptr] [ptr @g]\n",
    }
    LW0131 USED_NAME "members of {} must be named" {
        what: "What `@llvm.used` and `@llvm.compiler.used` list has a name.",
        why: "A symbol is kept so that something outside of the module finds it, which it does by name.",
        section: "the-llvm-used-global-variable",
        bad: "@0 = global i32 0\n@llvm.used = appending global [1 x ptr] [ptr @0]\n",
        good: "@g = global i32 0\n@llvm.used = appending global [1 x ptr] [ptr @g]\n",
    }
    LW0132 SCALABLE "Globals cannot contain scalable types" {
        what: "The type of a variable neither is nor contains a scalable vector.",
        why: "How long such a vector is shows only when the program runs, and the room for a variable is made before.",
        section: "global-variables",
        bad: "@g = global <vscale x 2 x i32> zeroinitializer\n",
        good: "@g = global <2 x i32> zeroinitializer\n",
    }
    LW0133 TARGET_TYPE "Global @{} has illegal target extension type" {
        what: "The type of a variable contains `target` types only of those kinds that may be in memory as a variable.",
        why: "Many stand for what has no bytes that could be laid out, such as a register of a special kind.",
        section: "target-extension-type",
        bad: "@g = external global target(\"spirv.Literal\", 1)\n",
        good: "@g = external global target(\"spirv.Event\")\n",
    }
    LW0134 SIGNED_POINTER "signed ptrauth constant base pointer must have pointer type" {
        what: "The first part of a `ptrauth` constant is a pointer.",
        why: "It is what gets signed, and only pointers are.",
        section: "pointer-authentication-constants",
        bad: built "Let the first part be `i32 0`.",
        good: "@f = external global i32\n@g = global ptr ptrauth (ptr @f, i32 0)\n",
    }
    LW0135 SIGNED_POINTER_TYPE "signed ptrauth constant must have same type as its base pointer" {
        what: "A `ptrauth` constant is of the type of its first part.",
        why: "Signing puts bits into a pointer that are not in use otherwise. It points to the same place of the same address space.",
        section: "pointer-authentication-constants",
        bad: built "Let the constant be of type `ptr addrspace(1)`, and so the variable.",
        good: "@f = external global i32\n@g = global ptr ptrauth (ptr @f, i32 0)\n",
    }
    LW0136 SIGNED_POINTER_KEY "signed ptrauth constant key must be i32 constant integer" {
        what: "The key of a `ptrauth` constant, its second part, is an `i32`.",
        why: "It is the number of a key of the processor.",
        section: "pointer-authentication-constants",
        bad: built "Let the key be `i64 0`.",
        good: "@f = external global i32\n@g = global ptr ptrauth (ptr @f, i32 0)\n",
    }
    LW0137 SIGNED_POINTER_ADDRESS "signed ptrauth constant address discriminator must be a pointer" {
        what: "The address discriminator of a `ptrauth` constant, its fourth part, is a pointer.",
        why: "It is the place where the signed pointer is kept, so that a copy of it elsewhere is not taken for good.",
        section: "pointer-authentication-constants",
        bad: built "Let the address discriminator be `i32 0`.",
        good: "@f = external global i32\n@g = global ptr ptrauth (ptr @f, i32 0, i64 1, ptr @g)\n",
    }
    LW0138 SIGNED_POINTER_DISCRIMINATOR "signed ptrauth constant discriminator must be i64 constant integer" {
        what: "The discriminator of a `ptrauth` constant, its third part, is an `i64`.",
        why: "It goes into the signature, for which the processor takes a number of 64 bits.",
        section: "pointer-authentication-constants",
        bad: built "Let the discriminator be `i32 1`.",
        good: "@f = external global i32\n@g = global ptr ptrauth (ptr @f, i32 0, i64 1)\n",
    }
    LW0139 SIGNED_POINTER_DEACTIVATION_TYPE "signed ptrauth constant deactivation symbol must be a pointer" {
        what: "The deactivation symbol of a `ptrauth` constant, its fifth part, is a pointer.",
        why: "It names a symbol. If that is defined when the program is linked, the pointer is not signed.",
        section: "pointer-authentication-constants",
        bad: built "Let the deactivation symbol be `i32 0`.",
        good: "@f = external global i32\n@d = extern_weak global i8\n@g = global ptr ptrauth (ptr @f, i32 0, i64 0, ptr null, ptr @d)\n",
    }
    LW0140 SIGNED_POINTER_DEACTIVATION "signed ptrauth constant deactivation symbol must be a global value or null" {
        what: "The deactivation symbol of a `ptrauth` constant, its fifth part, is a symbol of the module or `null`.",
        why: "The linker decides by whether that symbol is defined; an address next to it, or an integer that was converted to a pointer, is not a symbol.",
        section: "pointer-authentication-constants",
        bad: "@f = external global i32\n@g = global ptr ptrauth (ptr @f, i32 0, i64 0, ptr null, ptr inttoptr (i64 16 to ptr))\n",
        good: "@f = external global i32\n@d = extern_weak global i8\n@g = global ptr ptrauth (ptr @f, i32 0, i64 0, ptr null, ptr @d)\n",
    }
    LW0141 ALIAS_LINKAGE "Alias should have private, internal, linkonce, weak, linkonce_odr, weak_odr, external, or available_externally linkage!" {
        what: "An alias is of none of the linkages `appending`, `common` and `extern_weak`.",
        why: "An alias is another name of a definition. Those say something about variables alone, or about declarations.",
        section: "aliases",
        bad: built "Give `@a` the linkage `common`.",
        good: "@g = global i32 0\n@a = alias i32, ptr @g\n",
    }
    LW0142 ALIASEE_TYPE "Alias and aliasee types should match!" {
        what: "An alias is a pointer into the address space of what it stands for.",
        why: "Both are the same address.",
        section: "aliases",
        bad: built "Let `@a` stand for `@h`.",
        good: "@g = global i32 0\n@h = addrspace(1) global i32 0\n@a = alias i32, ptr @g\n",
    }
    LW0143 ALIASEE "Aliasee should be either GlobalValue or ConstantExpr" {
        what: "An alias stands for a symbol, or for a constant expression such as an address within one.",
        why: "It becomes an entry in the symbol table of the object file with the value of another symbol, or near it.",
        section: "aliases",
        bad: "@a = alias i32, ptr null\n",
        good: "@g = global i32 0\n@a = alias i32, ptr @g\n",
    }
    LW0144 ALIAS_AVAILABLE_EXTERNALLY "available_externally alias must point to available_externally global value" {
        what: "An alias that is `available_externally` stands for a symbol, not an expression, that is so too.",
        why: "Such an alias leaves no trace in the object file. What it stands for must be defined elsewhere as well.",
        section: "aliases",
        bad: "@g = global i32 0\n@a = available_externally alias i32, ptr @g\n",
        good: "@g = available_externally global i32 0\n@a = available_externally alias i32, ptr @g\n",
    }
    LW0145 ALIASEE_DECLARATION "Alias must point to a definition" {
        what: "An alias stands for what is defined in this module.",
        why: "An object file can give another name to a place that it holds, not to one that is found only when linking.",
        section: "aliases",
        bad: "@g = external global i32\n@a = alias i32, ptr @g\n",
        good: "@g = global i32 0\n@a = alias i32, ptr @g\n",
    }
    LW0146 ALIAS_CYCLE "Aliases cannot form a cycle" {
        what: "An alias does not lead to itself, over whatever other aliases.",
        why: "It must lead to a definition, which is the place that it is another name of.",
        section: "aliases",
        bad: "@a = alias i32, ptr @b\n@b = alias i32, ptr @a\n",
        good: "@g = global i32 0\n@a = alias i32, ptr @b\n@b = alias i32, ptr @g\n",
    }
    LW0147 ALIASEE_INTERPOSABLE "Alias cannot point to an interposable alias" {
        what: "An alias does not stand for another alias that a definition elsewhere may take the place of, such as a `weak` one.",
        why: "In an object file an alias has the address of what it stands for here. It could not follow when the other is replaced.",
        section: "aliases",
        bad: "@g = global i32 0\n@a = alias i32, ptr @b\n@b = weak alias i32, ptr @g\n",
        good: "@g = global i32 0\n@a = alias i32, ptr @b\n@b = weak_odr alias i32, ptr @g\n",
    }
    LW0148 IFUNC_DBG debug "an ifunc may not have a !dbg attachment" {
        what: "No `!dbg` is attached to an ifunc.",
        why: "`!dbg` leads to the source of a function or variable, and an ifunc is neither; its resolver has one.",
        section: "ifuncs",
        bad: built "Attach the node to `@i` as `!dbg`.",
        good: "define ptr @r() {\n  ret ptr null\n}\n@i = ifunc void (), ptr @r\n!n = !{!0}\n!0 = !{}\n",
    }
    LW0149 IFUNC_PROF "an ifunc may not have a !prof attachment" {
        what: "No `!prof` is attached to an ifunc.",
        why: "A profile counts how often code runs, and an ifunc has no code of its own.",
        section: "ifuncs",
        bad: built "Attach the node to `@i` as `!prof`.",
        good: "define ptr @r() {\n  ret ptr null\n}\n@i = ifunc void (), ptr @r\n!n = !{!0}\n!0 = !{}\n",
    }
    LW0150 IFUNC_LINKAGE "IFunc should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!" {
        what: "An ifunc is of none of the linkages `available_externally`, `appending`, `common` and `extern_weak`.",
        why: "It is a definition: the loader runs its resolver to find out where calls go.",
        section: "ifuncs",
        bad: built "Give `@i` the linkage `common`.",
        good: "define ptr @r() {\n  ret ptr null\n}\n@i = ifunc void (), ptr @r\n",
    }
    LW0151 IFUNC_RESOLVER "IFunc must have a Function resolver" {
        what: "The resolver of an ifunc is a function, directly or through aliases and casts.",
        why: "The loader calls it.",
        section: "ifuncs",
        bad: "@g = global i32 0\n@i = ifunc void (), ptr @g\n",
        good: "define ptr @r() {\n  ret ptr null\n}\n@i = ifunc void (), ptr @r\n",
    }
    LW0152 IFUNC_RESOLVER_DECLARATION "IFunc resolver must be a definition" {
        what: "The resolver of an ifunc has its body in this module.",
        why: "The object file holds the address of the resolver, and the loader may need it before symbols of other libraries are known.",
        section: "ifuncs",
        bad: "declare ptr @r()\n@i = ifunc void (), ptr @r\n",
        good: "define ptr @r() {\n  ret ptr null\n}\n@i = ifunc void (), ptr @r\n",
    }
    LW0153 IFUNC_RESOLVER_RESULT "IFunc resolver must return a pointer" {
        what: "The resolver of an ifunc returns a pointer.",
        why: "What it returns is the function that calls of the ifunc go to.",
        section: "ifuncs",
        bad: "define i32 @r() {\n  ret i32 0\n}\n@i = ifunc void (), ptr @r\n",
        good: "define ptr @r() {\n  ret ptr null\n}\n@i = ifunc void (), ptr @r\n",
    }
    LW0154 IFUNC_RESOLVER_TYPE "IFunc resolver has incorrect type" {
        what: "The resolver of an ifunc is a pointer into the address space of the ifunc.",
        why: "The loader gets at the resolver as the ifunc is got at.",
        section: "ifuncs",
        bad: built "Let `@i` be of type `ptr addrspace(1)`.",
        good: "define ptr @r() {\n  ret ptr null\n}\n@i = ifunc void (), ptr @r\n",
    }
    LW0155 COMDAT_PRIVATE "comdat global value has private linkage" {
        what: "On Windows, whose object files are COFF, the symbol that a comdat is named for is not `private`.",
        why: "COFF finds a comdat by that symbol, and what is `private` is in no symbol table.",
        section: "comdats",
        bad: "target triple = \"x86_64-pc-windows-msvc\"\n$g = comdat any\n@g = private global i32 0, comdat\n",
        good: "target triple = \"x86_64-pc-windows-msvc\"\n$g = comdat any\n@g = internal global i32 0, comdat\n",
    }
    LW0156 GLOBAL_UNDEFINED "Global is used, but was never defined!" {
        what: "Every global that something refers to was added to the module.",
        why: "Who builds a module may refer to a global before it is defined. Until then, nothing is known about it.",
        section: "module-structure",
        bad: built "Reserve a global, and let it be the initializer of `@g`.",
        good: "@g = global ptr null\n",
    }
    LW0157 GLOBAL_NAME "Two globals have the same name!" {
        what: "No two globals of a module have one name.",
        why: "They refer to each other by name, also across modules. With two of the same name, a reference would be ambiguous.",
        section: "identifiers",
        bad: built "Write the name of `@g` over that of `@h`.",
        good: "@g = global i32 0\n@h = global i32 0\n",
    }
    LW0158 ELF_SECTION_OPERANDS "elf_section_properties metadata must have two operands" since V23 {
        what: "`!elf_section_properties` has two operands.",
        why: "They are the type of a section and the size of its entries.",
        section: "elf_section_properties-metadata",
        bad: "@x = global i32 0, section \"a\", !elf_section_properties !0\n!0 = !{i32 1}\n",
        good: "@x = global i32 0, section \"a\", !elf_section_properties !0\n!0 = !{i32 1, i64 4}\n",
    }
    LW0159 ELF_SECTION_TYPE "type field must be ConstantAsMetadata" since V23 {
        what: "The first operand of `!elf_section_properties` is a value.",
        why: "It is the type of the section.",
        section: "elf_section_properties-metadata",
        bad: "@x = global i32 0, section \"a\", !elf_section_properties !0\n!0 = !{!\"x\", i64 4}\n",
        good: "@x = global i32 0, section \"a\", !elf_section_properties !0\n!0 = !{i32 1, i64 4}\n",
    }
    LW0160 ELF_SECTION_ENTRY_SIZE "entsize field must be ConstantAsMetadata" since V23 {
        what: "The second operand of `!elf_section_properties` is a value.",
        why: "It is the size of the entries of the section.",
        section: "elf_section_properties-metadata",
        bad: "@x = global i32 0, section \"a\", !elf_section_properties !0\n!0 = !{i32 1, !\"x\"}\n",
        good: "@x = global i32 0, section \"a\", !elf_section_properties !0\n!0 = !{i32 1, i64 4}\n",
    }
    LW0161 ELF_SECTION_TYPE_INT "type field must be ConstantInt" since V23 {
        what: "The first operand of `!elf_section_properties` is an integer.",
        why: "It is the type of the section.",
        section: "elf_section_properties-metadata",
        bad: "@x = global i32 0, section \"a\", !elf_section_properties !0\n!0 = !{float 1.0, i64 4}\n",
        good: "@x = global i32 0, section \"a\", !elf_section_properties !0\n!0 = !{i32 1, i64 4}\n",
    }
    LW0162 ELF_SECTION_ENTRY_SIZE_INT "entsize field must be ConstantInt" since V23 {
        what: "The second operand of `!elf_section_properties` is an integer.",
        why: "It is the size of the entries of the section, in bytes.",
        section: "elf_section_properties-metadata",
        bad: "@x = global i32 0, section \"a\", !elf_section_properties !0\n!0 = !{i32 1, float 1.0}\n",
        good: "@x = global i32 0, section \"a\", !elf_section_properties !0\n!0 = !{i32 1, i64 4}\n",
    }
}
