//! The DWARF constants and flags in debug info ([DWARF](https://dwarfstd.org); LLVM's `Dwarf.def` and `DebugInfoFlags.def`), as
//! tables from number to name.

/// A set of named numbers.
#[derive(Debug)]
pub struct Symbols {
    /// The common prefix of the names.
    pub prefix: &'static str,
    /// The description of an element, for messages.
    pub what: &'static str,
    /// The maximum number accepted in the text.
    pub max: u32,
    /// Numbers in ascending order, with names without the prefix. If a number has two names, the first is written.
    pub names: &'static [(u32, &'static str)],
}

impl Symbols {
    /// The name of a number, without the prefix.
    pub fn name(&self, code: u32) -> Option<&'static str> {
        let at = self.names.partition_point(|&(c, _)| c < code);
        self.names.get(at).filter(|&&(c, _)| c == code).map(|&(_, n)| n)
    }

    /// The number of a full name, including the prefix.
    pub fn code(&self, name: &[u8]) -> Option<u32> {
        let rest = name.strip_prefix(self.prefix.as_bytes())?;
        self.names.iter().find(|(_, n)| n.as_bytes() == rest).map(|&(c, _)| c)
    }
}

/// Tags of entries: `DW_TAG_...`.
#[rustfmt::skip]
pub static TAG: Symbols = Symbols {
    prefix: "DW_TAG_",
    what: "DWARF tag",
    max: 0xffff,
    names: &[
        (0x0000, "null"), (0x0001, "array_type"), (0x0002, "class_type"), (0x0003, "entry_point"),
        (0x0004, "enumeration_type"), (0x0005, "formal_parameter"), (0x0008, "imported_declaration"),
        (0x000a, "label"), (0x000b, "lexical_block"), (0x000d, "member"), (0x000f, "pointer_type"),
        (0x0010, "reference_type"), (0x0011, "compile_unit"), (0x0012, "string_type"), (0x0013, "structure_type"),
        (0x0015, "subroutine_type"), (0x0016, "typedef"), (0x0017, "union_type"), (0x0018, "unspecified_parameters"),
        (0x0019, "variant"), (0x001a, "common_block"), (0x001b, "common_inclusion"), (0x001c, "inheritance"),
        (0x001d, "inlined_subroutine"), (0x001e, "module"), (0x001f, "ptr_to_member_type"), (0x0020, "set_type"),
        (0x0021, "subrange_type"), (0x0022, "with_stmt"), (0x0023, "access_declaration"), (0x0024, "base_type"),
        (0x0025, "catch_block"), (0x0026, "const_type"), (0x0027, "constant"), (0x0028, "enumerator"),
        (0x0029, "file_type"), (0x002a, "friend"), (0x002b, "namelist"), (0x002c, "namelist_item"),
        (0x002d, "packed_type"), (0x002e, "subprogram"), (0x002f, "template_type_parameter"),
        (0x0030, "template_value_parameter"), (0x0031, "thrown_type"), (0x0032, "try_block"),
        (0x0033, "variant_part"), (0x0034, "variable"), (0x0035, "volatile_type"), (0x0036, "dwarf_procedure"),
        (0x0037, "restrict_type"), (0x0038, "interface_type"), (0x0039, "namespace"), (0x003a, "imported_module"),
        (0x003b, "unspecified_type"), (0x003c, "partial_unit"), (0x003d, "imported_unit"), (0x003f, "condition"),
        (0x0040, "shared_type"), (0x0041, "type_unit"), (0x0042, "rvalue_reference_type"), (0x0043, "template_alias"),
        (0x0044, "coarray_type"), (0x0045, "generic_subrange"), (0x0046, "dynamic_type"), (0x0047, "atomic_type"),
        (0x0048, "call_site"), (0x0049, "call_site_parameter"), (0x004a, "skeleton_unit"), (0x004b, "immutable_type"),
        (0x4081, "MIPS_loop"), (0x4101, "format_label"), (0x4102, "function_template"), (0x4103, "class_template"),
        (0x4104, "GNU_BINCL"), (0x4105, "GNU_EINCL"), (0x4106, "GNU_template_template_param"),
        (0x4107, "GNU_template_parameter_pack"), (0x4108, "GNU_formal_parameter_pack"), (0x4109, "GNU_call_site"),
        (0x410a, "GNU_call_site_parameter"), (0x4200, "APPLE_property"), (0x4201, "SUN_function_template"),
        (0x4202, "SUN_class_template"), (0x4203, "SUN_struct_template"), (0x4204, "SUN_union_template"),
        (0x4205, "SUN_indirect_inheritance"), (0x4206, "SUN_codeflags"), (0x4207, "SUN_memop_info"),
        (0x4208, "SUN_omp_child_func"), (0x4209, "SUN_rtti_descriptor"), (0x420a, "SUN_dtor_info"),
        (0x420b, "SUN_dtor"), (0x420c, "SUN_f90_interface"), (0x420d, "SUN_fortran_vax_structure"),
        (0x42ff, "SUN_hi"), (0x4300, "LLVM_ptrauth_type"), (0x5101, "ALTIUM_circ_type"),
        (0x5102, "ALTIUM_mwa_circ_type"), (0x5103, "ALTIUM_rev_carry_type"), (0x5111, "ALTIUM_rom"),
        (0x6000, "LLVM_annotation"), (0x8004, "GHS_namespace"), (0x8005, "GHS_using_namespace"),
        (0x8006, "GHS_using_declaration"), (0x8007, "GHS_template_templ_param"), (0x8765, "UPC_shared_type"),
        (0x8766, "UPC_strict_type"), (0x8767, "UPC_relaxed"), (0xa000, "PGI_kanji_type"),
        (0xa020, "PGI_interface_block"), (0xb000, "BORLAND_property"), (0xb001, "BORLAND_Delphi_string"),
        (0xb002, "BORLAND_Delphi_dynamic_array"), (0xb003, "BORLAND_Delphi_set"), (0xb004, "BORLAND_Delphi_variant"),
    ],
};

/// Source languages up to DWARF 5: `DW_LANG_...`.
#[rustfmt::skip]
pub static LANGUAGE: Symbols = Symbols {
    prefix: "DW_LANG_",
    what: "DWARF language",
    max: 0xffff,
    names: &[
        (0x0001, "C89"), (0x0002, "C"), (0x0003, "Ada83"), (0x0004, "C_plus_plus"), (0x0005, "Cobol74"),
        (0x0006, "Cobol85"), (0x0007, "Fortran77"), (0x0008, "Fortran90"), (0x0009, "Pascal83"), (0x000a, "Modula2"),
        (0x000b, "Java"), (0x000c, "C99"), (0x000d, "Ada95"), (0x000e, "Fortran95"), (0x000f, "PLI"),
        (0x0010, "ObjC"), (0x0011, "ObjC_plus_plus"), (0x0012, "UPC"), (0x0013, "D"), (0x0014, "Python"),
        (0x0015, "OpenCL"), (0x0016, "Go"), (0x0017, "Modula3"), (0x0018, "Haskell"), (0x0019, "C_plus_plus_03"),
        (0x001a, "C_plus_plus_11"), (0x001b, "OCaml"), (0x001c, "Rust"), (0x001d, "C11"), (0x001e, "Swift"),
        (0x001f, "Julia"), (0x0020, "Dylan"), (0x0021, "C_plus_plus_14"), (0x0022, "Fortran03"),
        (0x0023, "Fortran08"), (0x0024, "RenderScript"), (0x0025, "BLISS"), (0x0026, "Kotlin"), (0x0027, "Zig"),
        (0x0028, "Crystal"), (0x002a, "C_plus_plus_17"), (0x002b, "C_plus_plus_20"), (0x002c, "C17"),
        (0x002d, "Fortran18"), (0x002e, "Ada2005"), (0x002f, "Ada2012"), (0x0030, "HIP"), (0x0031, "Assembly"),
        (0x0032, "C_sharp"), (0x0033, "Mojo"), (0x0034, "GLSL"), (0x0035, "GLSL_ES"), (0x0036, "HLSL"),
        (0x0037, "OpenCL_CPP"), (0x0038, "CPP_for_OpenCL"), (0x0039, "SYCL"), (0x003d, "Metal"), (0x0040, "Ruby"),
        (0x0041, "Move"), (0x0042, "Hylo"), (0x8001, "Mips_Assembler"), (0x8e57, "GOOGLE_RenderScript"),
        (0xb000, "BORLAND_Delphi"),
    ],
};

/// Dialects of source languages: `DW_LLVM_LANG_DIALECT_...`.
#[rustfmt::skip]
pub static LANGUAGE_DIALECT: Symbols = Symbols {
    prefix: "DW_LLVM_LANG_DIALECT_",
    what: "DWARF language dialect",
    max: 2,
    names: &[
        (1, "simt"), (2, "tile"),
    ],
};

/// Source languages from DWARF 6 on: `DW_LNAME_...`.
#[rustfmt::skip]
pub static LANGUAGE_NAME: Symbols = Symbols {
    prefix: "DW_LNAME_",
    what: "DWARF source language name",
    max: u32::MAX,
    names: &[
        (0x0001, "Ada"), (0x0002, "BLISS"), (0x0003, "C"), (0x0004, "C_plus_plus"), (0x0005, "Cobol"),
        (0x0006, "Crystal"), (0x0007, "D"), (0x0008, "Dylan"), (0x0009, "Fortran"), (0x000a, "Go"),
        (0x000b, "Haskell"), (0x000c, "Java"), (0x000d, "Julia"), (0x000e, "Kotlin"), (0x000f, "Modula2"),
        (0x0010, "Modula3"), (0x0011, "ObjC"), (0x0012, "ObjC_plus_plus"), (0x0013, "OCaml"), (0x0014, "OpenCL_C"),
        (0x0015, "Pascal"), (0x0016, "PLI"), (0x0017, "Python"), (0x0018, "RenderScript"), (0x0019, "Rust"),
        (0x001a, "Swift"), (0x001b, "UPC"), (0x001c, "Zig"), (0x001d, "Assembly"), (0x001e, "C_sharp"),
        (0x001f, "Mojo"), (0x0020, "GLSL"), (0x0021, "GLSL_ES"), (0x0022, "HLSL"), (0x0023, "OpenCL_CPP"),
        (0x0024, "CPP_for_OpenCL"), (0x0025, "SYCL"), (0x0026, "Ruby"), (0x0027, "Move"), (0x0028, "Hylo"),
        (0x002c, "Metal"),
    ],
};

/// Encodings of basic types: `DW_ATE_...`.
#[rustfmt::skip]
pub static ENCODING: Symbols = Symbols {
    prefix: "DW_ATE_",
    what: "DWARF type attribute encoding",
    max: 0xff,
    names: &[
        (0x01, "address"), (0x02, "boolean"), (0x03, "complex_float"), (0x04, "float"), (0x05, "signed"),
        (0x06, "signed_char"), (0x07, "unsigned"), (0x08, "unsigned_char"), (0x09, "imaginary_float"),
        (0x0a, "packed_decimal"), (0x0b, "numeric_string"), (0x0c, "edited"), (0x0d, "signed_fixed"),
        (0x0e, "unsigned_fixed"), (0x0f, "decimal_float"), (0x10, "UTF"), (0x11, "UCS"), (0x12, "ASCII"),
        (0x81, "HP_complex_float"), (0x82, "HP_float128"), (0x83, "HP_complex_float128"), (0x84, "HP_floathpintel"),
        (0x85, "HP_imaginary_float90"), (0x86, "HP_imaginary_float128"),
    ],
};

/// Calling conventions: `DW_CC_...`.
#[rustfmt::skip]
pub static CALLING_CONVENTION: Symbols = Symbols {
    prefix: "DW_CC_",
    what: "DWARF calling convention",
    max: 0xff,
    names: &[
        (0x01, "normal"), (0x02, "program"), (0x03, "nocall"), (0x04, "pass_by_reference"), (0x05, "pass_by_value"),
        (0x40, "GNU_renesas_sh"), (0x41, "GNU_borland_fastcall_i386"), (0xb0, "BORLAND_safecall"),
        (0xb1, "BORLAND_stdcall"), (0xb2, "BORLAND_pascal"), (0xb3, "BORLAND_msfastcall"), (0xb4, "BORLAND_msreturn"),
        (0xb5, "BORLAND_thiscall"), (0xb6, "BORLAND_fastcall"), (0xc0, "LLVM_vectorcall"), (0xc1, "LLVM_Win64"),
        (0xc2, "LLVM_X86_64SysV"), (0xc3, "LLVM_AAPCS"), (0xc4, "LLVM_AAPCS_VFP"), (0xc5, "LLVM_IntelOclBicc"),
        (0xc6, "LLVM_SpirFunction"), (0xc7, "LLVM_DeviceKernel"), (0xc8, "LLVM_Swift"), (0xc9, "LLVM_PreserveMost"),
        (0xca, "LLVM_PreserveAll"), (0xcb, "LLVM_X86RegCall"), (0xcc, "LLVM_M68kRTD"), (0xcd, "LLVM_PreserveNone"),
        (0xce, "LLVM_RISCVVectorCall"), (0xcf, "LLVM_SwiftTail"), (0xd0, "LLVM_RISCVVLSCall"),
        (0xff, "GDB_IBM_OpenCL"),
    ],
};

/// Virtuality of functions: `DW_VIRTUALITY_...`.
#[rustfmt::skip]
pub static VIRTUALITY: Symbols = Symbols {
    prefix: "DW_VIRTUALITY_",
    what: "DWARF virtuality code",
    max: 2,
    names: &[
        (0x00, "none"), (0x01, "virtual"), (0x02, "pure_virtual"),
    ],
};

/// Macro records: `DW_MACINFO_...`.
#[rustfmt::skip]
pub static MACINFO: Symbols = Symbols {
    prefix: "DW_MACINFO_",
    what: "DWARF macinfo type",
    max: 0xff,
    names: &[
        (0x01, "define"), (0x02, "undef"), (0x03, "start_file"), (0x04, "end_file"), (0xff, "vendor_ext"),
    ],
};

/// Whether an enumeration is open or closed: `DW_APPLE_ENUM_KIND_...`.
#[rustfmt::skip]
pub static ENUM_KIND: Symbols = Symbols {
    prefix: "DW_APPLE_ENUM_KIND_",
    what: "DWARF enum kind code",
    max: 1,
    names: &[
        (0x00, "Closed"), (0x01, "Open"),
    ],
};

/// Operations of expressions: `DW_OP_...`.
#[rustfmt::skip]
pub static OPERATION: Symbols = Symbols {
    prefix: "DW_OP_",
    what: "DWARF op",
    max: u32::MAX,
    names: &[
        (0x03, "addr"), (0x06, "deref"), (0x08, "const1u"), (0x09, "const1s"), (0x0a, "const2u"), (0x0b, "const2s"),
        (0x0c, "const4u"), (0x0d, "const4s"), (0x0e, "const8u"), (0x0f, "const8s"), (0x10, "constu"),
        (0x11, "consts"), (0x12, "dup"), (0x13, "drop"), (0x14, "over"), (0x15, "pick"), (0x16, "swap"),
        (0x17, "rot"), (0x18, "xderef"), (0x19, "abs"), (0x1a, "and"), (0x1b, "div"), (0x1c, "minus"), (0x1d, "mod"),
        (0x1e, "mul"), (0x1f, "neg"), (0x20, "not"), (0x21, "or"), (0x22, "plus"), (0x23, "plus_uconst"),
        (0x24, "shl"), (0x25, "shr"), (0x26, "shra"), (0x27, "xor"), (0x28, "bra"), (0x29, "eq"), (0x2a, "ge"),
        (0x2b, "gt"), (0x2c, "le"), (0x2d, "lt"), (0x2e, "ne"), (0x2f, "skip"), (0x30, "lit0"), (0x31, "lit1"),
        (0x32, "lit2"), (0x33, "lit3"), (0x34, "lit4"), (0x35, "lit5"), (0x36, "lit6"), (0x37, "lit7"),
        (0x38, "lit8"), (0x39, "lit9"), (0x3a, "lit10"), (0x3b, "lit11"), (0x3c, "lit12"), (0x3d, "lit13"),
        (0x3e, "lit14"), (0x3f, "lit15"), (0x40, "lit16"), (0x41, "lit17"), (0x42, "lit18"), (0x43, "lit19"),
        (0x44, "lit20"), (0x45, "lit21"), (0x46, "lit22"), (0x47, "lit23"), (0x48, "lit24"), (0x49, "lit25"),
        (0x4a, "lit26"), (0x4b, "lit27"), (0x4c, "lit28"), (0x4d, "lit29"), (0x4e, "lit30"), (0x4f, "lit31"),
        (0x50, "reg0"), (0x51, "reg1"), (0x52, "reg2"), (0x53, "reg3"), (0x54, "reg4"), (0x55, "reg5"),
        (0x56, "reg6"), (0x57, "reg7"), (0x58, "reg8"), (0x59, "reg9"), (0x5a, "reg10"), (0x5b, "reg11"),
        (0x5c, "reg12"), (0x5d, "reg13"), (0x5e, "reg14"), (0x5f, "reg15"), (0x60, "reg16"), (0x61, "reg17"),
        (0x62, "reg18"), (0x63, "reg19"), (0x64, "reg20"), (0x65, "reg21"), (0x66, "reg22"), (0x67, "reg23"),
        (0x68, "reg24"), (0x69, "reg25"), (0x6a, "reg26"), (0x6b, "reg27"), (0x6c, "reg28"), (0x6d, "reg29"),
        (0x6e, "reg30"), (0x6f, "reg31"), (0x70, "breg0"), (0x71, "breg1"), (0x72, "breg2"), (0x73, "breg3"),
        (0x74, "breg4"), (0x75, "breg5"), (0x76, "breg6"), (0x77, "breg7"), (0x78, "breg8"), (0x79, "breg9"),
        (0x7a, "breg10"), (0x7b, "breg11"), (0x7c, "breg12"), (0x7d, "breg13"), (0x7e, "breg14"), (0x7f, "breg15"),
        (0x80, "breg16"), (0x81, "breg17"), (0x82, "breg18"), (0x83, "breg19"), (0x84, "breg20"), (0x85, "breg21"),
        (0x86, "breg22"), (0x87, "breg23"), (0x88, "breg24"), (0x89, "breg25"), (0x8a, "breg26"), (0x8b, "breg27"),
        (0x8c, "breg28"), (0x8d, "breg29"), (0x8e, "breg30"), (0x8f, "breg31"), (0x90, "regx"), (0x91, "fbreg"),
        (0x92, "bregx"), (0x93, "piece"), (0x94, "deref_size"), (0x95, "xderef_size"), (0x96, "nop"),
        (0x97, "push_object_address"), (0x98, "call2"), (0x99, "call4"), (0x9a, "call_ref"),
        (0x9b, "form_tls_address"), (0x9c, "call_frame_cfa"), (0x9d, "bit_piece"), (0x9e, "implicit_value"),
        (0x9f, "stack_value"), (0xa0, "implicit_pointer"), (0xa1, "addrx"), (0xa2, "constx"), (0xa3, "entry_value"),
        (0xa4, "const_type"), (0xa5, "regval_type"), (0xa6, "deref_type"), (0xa7, "xderef_type"), (0xa8, "convert"),
        (0xa9, "reinterpret"), (0xe0, "GNU_push_tls_address"), (0xe1, "HP_is_value"), (0xe2, "HP_fltconst4"),
        (0xe3, "HP_fltconst8"), (0xe4, "HP_mod_range"), (0xe5, "HP_unmod_range"), (0xe6, "HP_tls"),
        (0xe8, "INTEL_bit_piece"), (0xe9, "LLVM_user"), (0xed, "WASM_location"), (0xee, "WASM_location_int"),
        (0xf0, "APPLE_uninit"), (0xf2, "GNU_implicit_pointer"), (0xf3, "GNU_entry_value"),
        (0xf8, "PGI_omp_thread_num"), (0xfb, "GNU_addr_index"), (0xfc, "GNU_const_index"), (0x1000, "LLVM_fragment"),
        (0x1001, "LLVM_convert"), (0x1002, "LLVM_tag_offset"), (0x1003, "LLVM_entry_value"),
        (0x1004, "LLVM_implicit_pointer"), (0x1005, "LLVM_arg"), (0x1006, "LLVM_extract_bits_sext"),
        (0x1007, "LLVM_extract_bits_zext"),
    ],
};

/// Checksum kinds of files: `CSK_...`.
#[rustfmt::skip]
pub static CHECKSUM: Symbols = Symbols {
    prefix: "CSK_",
    what: "checksum kind",
    max: 3,
    names: &[
        (1, "MD5"), (2, "SHA1"), (3, "SHA256"),
    ],
};

/// Emission kinds of compile units.
#[rustfmt::skip]
pub static EMISSION_KIND: Symbols = Symbols {
    prefix: "",
    what: "emission kind",
    max: 3,
    names: &[
        (0, "NoDebug"), (1, "FullDebug"), (2, "LineTablesOnly"), (3, "DebugDirectivesOnly"),
    ],
};

/// Name table kinds of compile units.
#[rustfmt::skip]
pub static NAME_TABLE_KIND: Symbols = Symbols {
    prefix: "",
    what: "nameTable kind",
    max: 3,
    names: &[
        (0, "Default"), (1, "GNU"), (2, "None"), (3, "Apple"),
    ],
};

/// Kinds of scaling of fixed-point types.
#[rustfmt::skip]
pub static FIXED_POINT_KIND: Symbols = Symbols {
    prefix: "",
    what: "fixed-point kind",
    max: 2,
    names: &[
        (0, "Binary"), (1, "Decimal"), (2, "Rational"),
    ],
};

/// Flags of types, members and variables: `DIFlag...`.
#[rustfmt::skip]
pub static FLAGS: Symbols = Symbols {
    prefix: "DIFlag",
    what: "debug info flag",
    max: u32::MAX,
    names: &[
        (0x1, "Private"), (0x2, "Protected"), (0x3, "Public"), (0x4, "FwdDecl"), (0x8, "AppleBlock"),
        (0x10, "ReservedBit4"), (0x20, "Virtual"), (0x24, "IndirectVirtualBase"), (0x40, "Artificial"),
        (0x80, "Explicit"), (0x100, "Prototyped"), (0x200, "ObjcClassComplete"), (0x400, "ObjectPointer"),
        (0x800, "Vector"), (0x1000, "StaticMember"), (0x2000, "LValueReference"), (0x4000, "RValueReference"),
        (0x8000, "ExportSymbols"), (0x10000, "SingleInheritance"), (0x20000, "MultipleInheritance"),
        (0x30000, "VirtualInheritance"), (0x40000, "IntroducedVirtual"), (0x80000, "BitField"),
        (0x100000, "NoReturn"), (0x400000, "TypePassByValue"), (0x800000, "TypePassByReference"),
        (0x1000000, "EnumClass"), (0x2000000, "Thunk"), (0x4000000, "NonTrivial"), (0x8000000, "BigEndian"),
        (0x10000000, "LittleEndian"), (0x20000000, "AllCallsDescribed"), (0x40000000, "NameIsSimplified"),
    ],
};

/// Flags of functions: `DISPFlag...`.
#[rustfmt::skip]
pub static SUBPROGRAM_FLAGS: Symbols = Symbols {
    prefix: "DISPFlag",
    what: "subprogram debug info flag",
    max: u32::MAX,
    names: &[
        (0x1, "Virtual"), (0x2, "PureVirtual"), (0x4, "LocalToUnit"), (0x8, "Definition"), (0x10, "Optimized"),
        (0x20, "Pure"), (0x40, "Elemental"), (0x80, "Recursive"), (0x100, "MainSubprogram"), (0x200, "Deleted"),
        (0x800, "ObjCDirect"),
    ],
};
