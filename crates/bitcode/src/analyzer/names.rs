//! The names of blocks and records in `llvm-bcanalyzer`. Records without a name there have none here, even if LLVM's
//! headers name them.

use crate::codes::{
    attribute, block, constant, function, identification, metadata, module, module_path, strtab, summary, symtab,
    symtab_blob, ty, use_list,
};

/// The name of a block and of its records.
struct BlockNames {
    id: u32,
    name: &'static str,
    /// The names of the records.
    record: fn(u32) -> Option<&'static str>,
    /// Records that have a name in the table of codes, but not in `llvm-bcanalyzer`.
    unnamed: &'static [u32],
}

const fn names(
    id: u32,
    name: &'static str,
    record: fn(u32) -> Option<&'static str>,
    unnamed: &'static [u32],
) -> BlockNames {
    BlockNames { id, name, record, unnamed }
}

const BLOCKS: &[BlockNames] = &[
    names(block::MODULE, "MODULE_BLOCK", module::name, &[module::ALIAS_OLD, module::IFUNC]),
    names(block::PARAMATTR, "PARAMATTR_BLOCK", attribute_list, &[]),
    names(block::PARAMATTR_GROUP, "PARAMATTR_GROUP_BLOCK_ID", attribute_group, &[]),
    names(
        block::CONSTANTS,
        "CONSTANTS_BLOCK",
        constant_record,
        &[
            constant::CE_GEP_OLD,
            constant::INLINEASM_OLD,
            constant::INLINEASM_OLD2,
            constant::CE_GEP_WITH_INRANGE_INDEX_OLD,
            constant::POISON,
            constant::INLINEASM_OLD3,
            constant::CE_GEP_WITH_INRANGE,
            constant::PTRAUTH2,
        ],
    ),
    names(
        block::FUNCTION,
        "FUNCTION_BLOCK",
        function::name,
        &[
            function::INST_STORE_OLD,
            function::INST_INDIRECTBR,
            function::INST_CMPXCHG_OLD,
            function::INST_ATOMICRMW_OLD,
            function::INST_RESUME,
            function::INST_LANDINGPAD_OLD,
            function::INST_STOREATOMIC_OLD,
            function::INST_LANDINGPAD,
            function::INST_CLEANUPPAD,
            function::INST_CATCHSWITCH,
            function::INST_FREEZE,
        ],
    ),
    names(block::IDENTIFICATION, "IDENTIFICATION_BLOCK_ID", identification::name, &[]),
    names(block::VALUE_SYMTAB, "VALUE_SYMTAB", symtab::name, &[]),
    names(
        block::METADATA,
        "METADATA_BLOCK",
        metadata::name,
        &[
            metadata::ATTACHMENT,
            metadata::LABEL,
            metadata::STRING_TYPE,
            metadata::COMMON_BLOCK,
            metadata::GENERIC_SUBRANGE,
            metadata::ASSIGN_ID,
            metadata::SUBRANGE_TYPE,
            metadata::FIXED_POINT_TYPE,
        ],
    ),
    names(block::METADATA_ATTACHMENT, "METADATA_ATTACHMENT_BLOCK", attachment, &[]),
    names(
        block::TYPE,
        "TYPE_BLOCK_ID",
        ty::name,
        &[ty::FUNCTION_OLD, ty::X86_AMX, ty::OPAQUE_POINTER, ty::TARGET_TYPE],
    ),
    names(block::USELIST, "USELIST_BLOCK_ID", use_list_record, &[]),
    names(block::MODULE_STRTAB, "MODULE_STRTAB_BLOCK", module_path::name, &[]),
    names(block::GLOBALVAL_SUMMARY, "GLOBALVAL_SUMMARY_BLOCK", summary::name, &[]),
    names(block::OPERAND_BUNDLE_TAGS, "OPERAND_BUNDLE_TAGS_BLOCK", bundle_tag, &[]),
    names(block::METADATA_KIND, "METADATA_KIND_BLOCK", metadata_kind, &[]),
    names(block::STRTAB, "STRTAB_BLOCK", strtab::name, &[]),
    names(block::FULL_LTO_GLOBALVAL_SUMMARY, "FULL_LTO_GLOBALVAL_SUMMARY_BLOCK", summary::name, &[]),
    names(block::SYMTAB, "SYMTAB_BLOCK", symtab_blob::name, &[]),
];

/// The name of a block of LLVM IR.
pub fn block_name(id: u32) -> Option<&'static str> {
    BLOCKS.iter().find(|b| b.id == id).map(|b| b.name)
}

/// The name of a record in a block of LLVM IR.
pub fn record_name(block: u32, code: u32) -> Option<&'static str> {
    let block = BLOCKS.iter().find(|b| b.id == block)?;
    (block.record)(code).filter(|_| !block.unnamed.contains(&code))
}

fn attribute_list(code: u32) -> Option<&'static str> {
    matches!(code, attribute::CODE_ENTRY_OLD | attribute::CODE_ENTRY).then_some("ENTRY")
}

fn attribute_group(code: u32) -> Option<&'static str> {
    (code == attribute::GRP_CODE_ENTRY).then_some("ENTRY")
}

fn constant_record(code: u32) -> Option<&'static str> {
    if code == constant::BLOCKADDRESS { Some("CST_CODE_BLOCKADDRESS") } else { constant::name(code) }
}

fn attachment(code: u32) -> Option<&'static str> {
    (code == metadata::ATTACHMENT).then_some("ATTACHMENT")
}

fn metadata_kind(code: u32) -> Option<&'static str> {
    (code == metadata::KIND).then_some("KIND")
}

fn use_list_record(code: u32) -> Option<&'static str> {
    match code {
        use_list::DEFAULT => Some("USELIST_CODE_DEFAULT"),
        use_list::BB => Some("USELIST_CODE_BB"),
        _ => None,
    }
}

fn bundle_tag(code: u32) -> Option<&'static str> {
    (code == crate::codes::bundle::TAG).then_some("OPERAND_BUNDLE_TAG")
}
