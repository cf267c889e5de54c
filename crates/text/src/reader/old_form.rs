//! Old forms of text that LLVM 22's reader rejects, and their upgrades.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// Defines [`OldForm`] and the description of each form from one list.
macro_rules! old_forms {
    ($($name:ident: $until:literal, $form:literal, $becomes:literal;)*) => {
        /// An old form of text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum OldForm { $($name,)* }

        impl OldForm {
            /// All forms.
            pub const ALL: &[OldForm] = &[$(OldForm::$name,)*];

            /// The last LLVM release that wrote the form.
            pub fn until(self) -> &'static str {
                match self { $(OldForm::$name => $until,)* }
            }

            /// The form.
            pub fn form(self) -> &'static str {
                match self { $(OldForm::$name => $form,)* }
            }

            /// The current form that replaces it.
            pub fn becomes(self) -> &'static str {
                match self { $(OldForm::$name => $becomes,)* }
            }
        }
    };
}

old_forms! {
    VolatileBefore: "2.9", "`volatile load`, `volatile store`", "`load volatile`, `store volatile`";
    NumericLabel: "2.9", "the label `5:` for the block `%\"5\"`", "the label `\"5\":`";
    DependentLibraries: "3.2", "`deplibs = [ ... ]`", "nothing";
    AttributeName: "3.2", "`address_safety`", "`sanitize_address`";
    BitcastOfAddrSpace: "3.3", "`bitcast` from one address space to another", "`ptrtoint` and `inttoptr`";
    OldLinkage: "3.4", "`linker_private`, `linker_private_weak`, `linker_private_weak_def_auto`, `linkonce_odr_auto_hide`", "`private`, or external";
    ImportedLinkage: "3.4", "`dllimport global` without `external`", "`external dllimport global`";
    CmpXchgOrdering: "3.4", "`cmpxchg` with one ordering, whose result is what was in memory", "`cmpxchg` with two orderings, and `extractvalue`";
    AddrSpaceBefore: "3.4", "`addrspace(N) unnamed_addr`", "`unnamed_addr addrspace(N)`";
    AliasLinkage: "3.5", "a linkage behind `alias`", "the linkage before `alias`";
    MetadataType: "3.5", "`metadata !...` within metadata, and `!0 = metadata !{...}`", "`!...`, and `!0 = !{...}`";
    LocalNode: "3.5", "`metadata !{i32 %x}`", "`metadata i32 %x`; nodes around more than one value of a function become `!{}`";
    OldLocation: "3.6", "`!MDLocation(...)`", "`!DILocation(...)`";
    UnnamedGlobal: "3.6", "globals without `@0 =`", "numbered globals";
    AliasType: "3.6", "`alias i32* @x`", "`alias i32, ptr @x`";
    LandingPadPersonality: "3.6", "`landingpad T personality ...`", "`personality` of the function";
    AccessByPointer: "3.6", "`load i32* %p`, `getelementptr i32* %p`, also as a constant", "`load i32, ptr %p`, `getelementptr i32, ptr %p`";
    CallByPointer: "3.6", "`call i32 (i8*, ...)* @f(...)`", "`call i32 (ptr, ...) @f(...)`";
    TwoFieldConstructors: "3.9", "`@llvm.global_ctors` with two fields", "three fields";
    SingleThread: "4", "`singlethread`", "`syncscope(\"singlethread\")`";
    LocalVisibility: "3.4", "`internal hidden`, `internal dllexport`", "`internal`";
    BareDebugInfo: "3.9", "`function:` of subprograms, `subprograms:` of compile units, `variable:` of global variables, `tag:` of local ones", "`!dbg` of functions and global variables, `unit:`, nothing";
    DebugInfoField: "6", "`variables:` of subprograms, `macinfo:`; `file:` and `line:` of namespaces, `checksumkind: CSK_None`", "`retainedNodes:`, `type:`; nothing";
    LateTarget: "10", "`target` after the first definition", "`target` at the start";
    IgnoredLayout: "3.6", "empty parts of data layouts, `S0`, `i8:32`, `f80:128:128:n8`", "nothing";
    NoDuplicates: "12", "`comdat noduplicates`", "`comdat nodeduplicate`";
    AttributeOfPointer: "14", "`byval`, `sret`, `inalloca`, `preallocated` without a type, and what needs `elementtype` without it", "the attribute with what the pointer points to";
    RemovedExpression: "14 to 18", "constant expressions that LLVM has removed", "what they fold to, or instructions";
    InRangeIndex: "18", "`inrange` before an index", "nothing";
}

/// Counts and first uses of old forms.
#[derive(Debug)]
pub struct OldForms([(AtomicU32, AtomicUsize); OldForm::ALL.len()]);

impl Default for OldForms {
    fn default() -> Self {
        OldForms(std::array::from_fn(|_| (AtomicU32::new(0), AtomicUsize::new(usize::MAX))))
    }
}

/// The uses of an old form in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OldFormUse {
    /// The form.
    pub form: OldForm,
    /// The number of uses.
    pub count: u32,
    /// Byte offset of the first use.
    pub offset: usize,
}

impl OldForms {
    /// Records a use of a form at `pos`.
    pub(super) fn note(&self, form: OldForm, pos: usize) {
        let (count, first) = &self.0[form as usize];
        count.fetch_add(1, Ordering::Relaxed);
        first.fetch_min(pos, Ordering::Relaxed);
    }

    /// The forms that were used, in the order of the releases.
    pub(super) fn uses(&self) -> Vec<OldFormUse> {
        let counts = OldForm::ALL.iter().zip(&self.0);
        let uses = counts.map(|(&form, (count, first))| OldFormUse {
            form,
            count: count.load(Ordering::Relaxed),
            offset: first.load(Ordering::Relaxed),
        });
        uses.filter(|u| u.count > 0).collect()
    }
}
