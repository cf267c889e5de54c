//! Keywords of LLVM assembly: a perfect hash from bytes to [`Keyword`], built at compile time.

use lindworm_ir::Type;

/// Defines [`Keyword`] and its texts from one list.
macro_rules! keywords {
    ($($variant:ident $text:literal)*) => {
        /// A word of the language; `Other` is any word that is not in the list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u16)]
        #[allow(missing_docs)]
        pub enum Keyword { Other, $($variant,)* }

        const WORDS: &[(&str, Keyword)] = &[$(($text, Keyword::$variant),)*];
    };
}

keywords! {
    True "true"
    False "false"
    Declare "declare"
    Define "define"
    Global "global"
    Constant "constant"
    DsoLocal "dso_local"
    DsoPreemptable "dso_preemptable"
    Private "private"
    Internal "internal"
    AvailableExternally "available_externally"
    Linkonce "linkonce"
    LinkonceOdr "linkonce_odr"
    Weak "weak"
    WeakOdr "weak_odr"
    Appending "appending"
    Dllimport "dllimport"
    Dllexport "dllexport"
    Common "common"
    Default "default"
    Hidden "hidden"
    Protected "protected"
    UnnamedAddr "unnamed_addr"
    LocalUnnamedAddr "local_unnamed_addr"
    ExternallyInitialized "externally_initialized"
    ExternWeak "extern_weak"
    External "external"
    ThreadLocal "thread_local"
    Localdynamic "localdynamic"
    Initialexec "initialexec"
    Localexec "localexec"
    Zeroinitializer "zeroinitializer"
    Undef "undef"
    Null "null"
    None "none"
    Poison "poison"
    To "to"
    Caller "caller"
    Within "within"
    From "from"
    Tail "tail"
    Musttail "musttail"
    Notail "notail"
    Target "target"
    Triple "triple"
    SourceFilename "source_filename"
    Unwind "unwind"
    Datalayout "datalayout"
    Volatile "volatile"
    Elementwise "elementwise"
    Atomic "atomic"
    Unordered "unordered"
    Monotonic "monotonic"
    Acquire "acquire"
    Release "release"
    AcqRel "acq_rel"
    SeqCst "seq_cst"
    Syncscope "syncscope"
    Nnan "nnan"
    Ninf "ninf"
    Nsz "nsz"
    Arcp "arcp"
    Contract "contract"
    Reassoc "reassoc"
    Afn "afn"
    Fast "fast"
    Nuw "nuw"
    Nsw "nsw"
    Nusw "nusw"
    Exact "exact"
    Disjoint "disjoint"
    Inbounds "inbounds"
    Nneg "nneg"
    Samesign "samesign"
    Inrange "inrange"
    Addrspace "addrspace"
    Section "section"
    Partition "partition"
    CodeModel "code_model"
    Alias "alias"
    Ifunc "ifunc"
    Module "module"
    Asm "asm"
    Sideeffect "sideeffect"
    Inteldialect "inteldialect"
    Gc "gc"
    Prefalign "prefalign"
    Prefix "prefix"
    Prologue "prologue"
    NoSanitizeAddress "no_sanitize_address"
    NoSanitizeHwaddress "no_sanitize_hwaddress"
    SanitizeMemtag "sanitize_memtag"
    SanitizeAddressDyninit "sanitize_address_dyninit"
    Cc "cc"
    C "c"
    Attributes "attributes"
    Sync "sync"
    Async "async"
    Read "read"
    Write "write"
    Readwrite "readwrite"
    Argmem "argmem"
    Inaccessiblemem "inaccessiblemem"
    Errnomem "errnomem"
    TargetMem0 "target_mem0"
    TargetMem1 "target_mem1"
    Argmemonly "argmemonly"
    Inaccessiblememonly "inaccessiblememonly"
    InaccessiblememOrArgmemonly "inaccessiblemem_or_argmemonly"
    All "all"
    Nan "nan"
    Snan "snan"
    Qnan "qnan"
    Inf "inf"
    Pinf "pinf"
    Norm "norm"
    Nnorm "nnorm"
    Pnorm "pnorm"
    Nsub "nsub"
    Psub "psub"
    Zero "zero"
    Nzero "nzero"
    Pzero "pzero"
    Type "type"
    Opaque "opaque"
    Comdat "comdat"
    Any "any"
    Exactmatch "exactmatch"
    Largest "largest"
    Nodeduplicate "nodeduplicate"
    Samesize "samesize"
    Eq "eq"
    Ne "ne"
    Slt "slt"
    Sgt "sgt"
    Sle "sle"
    Sge "sge"
    Ult "ult"
    Ugt "ugt"
    Ule "ule"
    Uge "uge"
    Oeq "oeq"
    One "one"
    Olt "olt"
    Ogt "ogt"
    Ole "ole"
    Oge "oge"
    Ord "ord"
    Uno "uno"
    Ueq "ueq"
    Une "une"
    Xchg "xchg"
    Nand "nand"
    Max "max"
    Min "min"
    Umax "umax"
    Umin "umin"
    Fmax "fmax"
    Fmin "fmin"
    Fmaximum "fmaximum"
    Fminimum "fminimum"
    Fmaximumnum "fmaximumnum"
    Fminimumnum "fminimumnum"
    UincWrap "uinc_wrap"
    UdecWrap "udec_wrap"
    UsubCond "usub_cond"
    UsubSat "usub_sat"
    Splat "splat"
    Vscale "vscale"
    X "x"
    Blockaddress "blockaddress"
    DsoLocalEquivalent "dso_local_equivalent"
    NoCfi "no_cfi"
    Ptrauth "ptrauth"
    Distinct "distinct"
    Uselistorder "uselistorder"
    UselistorderBb "uselistorder_bb"
    Personality "personality"
    Cleanup "cleanup"
    Catch "catch"
    Filter "filter"
    Gv "gv"
    Flags "flags"
    Blockcount "blockcount"
    Typeid "typeid"
    TypeidCompatibleVTable "typeidCompatibleVTable"
    Summary "summary"
    Fneg "fneg"
    Add "add"
    Fadd "fadd"
    Sub "sub"
    Fsub "fsub"
    Mul "mul"
    Fmul "fmul"
    Udiv "udiv"
    Sdiv "sdiv"
    Fdiv "fdiv"
    Urem "urem"
    Srem "srem"
    Frem "frem"
    Shl "shl"
    Lshr "lshr"
    Ashr "ashr"
    And "and"
    Or "or"
    Xor "xor"
    Icmp "icmp"
    Fcmp "fcmp"
    Phi "phi"
    Call "call"
    Trunc "trunc"
    Zext "zext"
    Sext "sext"
    Fptrunc "fptrunc"
    Fpext "fpext"
    Uitofp "uitofp"
    Sitofp "sitofp"
    Fptoui "fptoui"
    Fptosi "fptosi"
    Inttoptr "inttoptr"
    Ptrtoint "ptrtoint"
    Ptrtoaddr "ptrtoaddr"
    Bitcast "bitcast"
    Addrspacecast "addrspacecast"
    Select "select"
    VaArg "va_arg"
    Ret "ret"
    Br "br"
    Switch "switch"
    Indirectbr "indirectbr"
    Invoke "invoke"
    Resume "resume"
    Unreachable "unreachable"
    Callbr "callbr"
    Alloca "alloca"
    Load "load"
    Store "store"
    Cmpxchg "cmpxchg"
    Atomicrmw "atomicrmw"
    Fence "fence"
    Getelementptr "getelementptr"
    Extractelement "extractelement"
    Insertelement "insertelement"
    Shufflevector "shufflevector"
    Extractvalue "extractvalue"
    Insertvalue "insertvalue"
    Landingpad "landingpad"
    Cleanupret "cleanupret"
    Catchret "catchret"
    Catchswitch "catchswitch"
    Catchpad "catchpad"
    Cleanuppad "cleanuppad"
    Freeze "freeze"
    Tiny "tiny"
    Small "small"
    Kernel "kernel"
    Medium "medium"
    Large "large"
    Align "align"
    Alignstack "alignstack"
    Captures "captures"
    Nocapture "nocapture"
    Builtin "builtin"
    X86Mmx "x86_mmx"
    DbgValue "dbg_value"
    DbgDeclare "dbg_declare"
    DbgAssign "dbg_assign"
    DbgLabel "dbg_label"
    DbgDeclareValue "dbg_declare_value"
    Void "void"
    Ptr "ptr"
    Float "float"
    Double "double"
    Half "half"
    Bfloat "bfloat"
    X86Fp80 "x86_fp80"
    Fp128 "fp128"
    PpcFp128 "ppc_fp128"
    Label "label"
    Metadata "metadata"
    X86Amx "x86_amx"
    Token "token"
}

const BITS: u32 = 12;
const SLOTS: usize = 1 << BITS;

/// The hash key of a word: its first bytes, its last bytes and its length. Distinct for distinct words of up to 16 bytes.
#[derive(Clone, Copy)]
struct Parts(u64, u64, usize);

/// The first and the last bytes are as many as fit into the word, and may overlap.
#[inline]
const fn parts(word: &[u8]) -> Parts {
    let len = word.len();
    if let (Some(first), Some(last)) = (word.first_chunk(), word.last_chunk()) {
        return Parts(u64::from_le_bytes(*first), u64::from_le_bytes(*last), len);
    }
    if let (Some(first), Some(last)) = (word.first_chunk(), word.last_chunk()) {
        return Parts(u32::from_le_bytes(*first) as u64, u32::from_le_bytes(*last) as u64, len);
    }
    if let (Some(first), Some(last)) = (word.first_chunk(), word.last_chunk()) {
        return Parts(u16::from_le_bytes(*first) as u64, u16::from_le_bytes(*last) as u64, len);
    }
    Parts(if len == 1 { word[0] as u64 } else { 0 }, 0, len)
}

#[inline]
const fn hash(parts: Parts) -> usize {
    let mixed = (parts.0 ^ parts.1.rotate_left(29) ^ parts.2 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (64 - BITS)) as usize
}

#[derive(Clone, Copy)]
struct Slot {
    first: u64,
    last: u64,
    len: u16,
    keyword: Keyword,
    /// The index of the word in [`WORDS`], plus one; 0 for an empty slot.
    word: u16,
}

/// Open-addressing hash table of the words with linear probing. What identifies a word of up to 16 bytes is in its slot, so that one
/// access finds most words.
static TABLE: [Slot; SLOTS] = {
    let mut table = [Slot { first: 0, last: 0, len: 0, keyword: Keyword::Other, word: 0 }; SLOTS];
    let mut i = 0;
    while i < WORDS.len() {
        let (text, keyword) = WORDS[i];
        let parts = parts(text.as_bytes());
        let mut slot = hash(parts);
        while table[slot].word != 0 {
            slot = (slot + 1) % SLOTS;
        }
        let Parts(first, last, len) = parts;
        table[slot] = Slot { first, last, len: len as u16, keyword, word: i as u16 + 1 };
        i += 1;
    }
    table
};

impl Keyword {
    /// The keyword with this spelling, or [`Keyword::Other`].
    #[inline]
    pub fn from_bytes(word: &[u8]) -> Keyword {
        let parts = parts(word);
        let mut at = hash(parts);
        loop {
            let slot = &TABLE[at];
            if slot.word == 0 {
                return Keyword::Other;
            }
            if (slot.first, slot.last, slot.len as usize) == (parts.0, parts.1, parts.2)
                && (word.len() <= 16 || WORDS[slot.word as usize - 1].0.as_bytes() == word)
            {
                return slot.keyword;
            }
            at = (at + 1) % SLOTS;
        }
    }

    /// The type that the keyword names, if any.
    #[inline]
    pub fn as_type(self) -> Option<Type> {
        (self as u16).checked_sub(Keyword::Void as u16).and_then(|n| TYPES.get(n as usize)).copied()
    }
}

/// The types that are keywords, in the order of the keywords.
const TYPES: [Type; 13] = [
    Type::VOID,
    Type::PTR,
    Type::FLOAT,
    Type::DOUBLE,
    Type::HALF,
    Type::BFLOAT,
    Type::X86_FP80,
    Type::FP128,
    Type::PPC_FP128,
    Type::LABEL,
    Type::METADATA,
    Type::X86_AMX,
    Type::TOKEN,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_and_no_other() {
        for (text, keyword) in WORDS {
            assert_eq!(Keyword::from_bytes(text.as_bytes()), *keyword);
        }
        assert_eq!(Keyword::from_bytes(b"loadx"), Keyword::Other);
        assert_eq!(Keyword::from_bytes(b""), Keyword::Other);
        // Same length, first and last 8 bytes as a keyword.
        assert_eq!(Keyword::from_bytes(b"sanitize_XXXXXXX_dyninit"), Keyword::Other);
    }

    #[test]
    fn the_words_for_types_are_in_the_order_of_the_types() {
        assert_eq!(Keyword::from_bytes(b"void").as_type(), Some(Type::VOID));
        assert_eq!(Keyword::from_bytes(b"token").as_type(), Some(Type::TOKEN));
        assert_eq!(Keyword::from_bytes(b"fp128").as_type(), Some(Type::FP128));
        assert_eq!(Keyword::from_bytes(b"freeze").as_type(), None);
        assert_eq!(Keyword::Other.as_type(), None);
    }
}
