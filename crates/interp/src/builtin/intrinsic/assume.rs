//! `llvm.assume` ([Language Reference](https://llvm.org/docs/LangRef.html#llvm-assume-intrinsic)): a violated assumption is
//! undefined behaviour.

use crate::builtin::{Call, Then, builtins};
use crate::memory::access::AccessKind;
use crate::run::Regs;
use crate::state::State;
use crate::stop::{Note, Stop};
use crate::ub::{Kind, intrinsic as kinds};
use crate::value::{Knowledge, Reg};

builtins! {
    "llvm.assume" = assume,
}

fn assume(call: &mut Call<'_>) -> Result<Then, Stop> {
    let state = &mut *call.state;
    if let [condition] = call.args
        && state.assumes_defined(*condition, "the condition")?
        && condition.bits & 1 == 0
    {
        state.undefined(&kinds::ASSUME_FALSE, "the condition is false", Vec::new())?;
    }
    if call.site.bundles.is_empty() {
        return Ok(Then::Return);
    }
    let Some(code) = call.program.functions[state.site().function as usize].code.get() else {
        return Ok(Then::Return);
    };
    for bundle in &call.site.bundles {
        let inputs: Vec<Regs> = bundle.inputs.iter().map(|&(at, count)| state.operands(code, at, count)).collect();
        state.assume_bundle(&bundle.tag, &inputs)?;
    }
    Ok(Then::Return)
}

impl State {
    /// Whether a value is defined; reports undefined behaviour otherwise.
    fn assumes_defined(&mut self, value: Reg, what: &str) -> Result<bool, Stop> {
        let (kind, is) = match value.meta.knowledge() {
            Knowledge::Defined(_) => return Ok(true),
            Knowledge::Poison(_) => (&kinds::ASSUME_POISON, "poison"),
            Knowledge::Undef(_) => (&kinds::ASSUME_UNDEF, "undefined"),
        };
        let notes = self.origin_note(value);
        self.undefined(kind, format!("{what} is {is}"), notes)?;
        Ok(false)
    }

    /// Checks the assumption of a bundle. Unknown tags, and tags that do not constrain values, are ignored.
    fn assume_bundle(&mut self, tag: &[u8], inputs: &[Regs]) -> Result<(), Stop> {
        let Some(kind) = bundle_kind(tag) else { return Ok(()) };
        for &value in inputs.iter().flatten() {
            if !self.assumes_defined(value, &format!("what `{}` is said of", String::from_utf8_lossy(tag)))? {
                return Ok(());
            }
        }
        let first: Vec<Reg> = inputs.iter().filter_map(|i| i.first().copied()).collect();
        let broken = match (tag, first.as_slice()) {
            (b"align", &[pointer, align, ref offset @ ..]) => {
                let address = pointer.bits.wrapping_sub(offset.first().map_or(0, |o| o.bits));
                let holds = match align.bits.is_power_of_two() {
                    true => address & (align.bits - 1) == 0,
                    false => pointer.bits == 0,
                };
                (!holds).then(|| (format!("{address:#x} is not aligned to {}", align.bits), Vec::new()))
            }
            (b"nonnull", &[pointer]) => (pointer.bits == 0).then(|| ("the pointer is null".into(), Vec::new())),
            (b"dereferenceable", &[pointer, bytes]) => self.not_dereferenceable(pointer, bytes.bits),
            (b"dereferenceable_or_null", &[pointer, bytes]) if pointer.bits != 0 => {
                self.not_dereferenceable(pointer, bytes.bits)
            }
            (b"separate_storage", &[a, b]) => {
                let (a, b) = (self.object_of(a), self.object_of(b));
                (a == b)
                    .then_some(a)
                    .flatten()
                    .map(|object| ("both point to one object".into(), self.allocation_note(object)))
            }
            _ => None,
        };
        match broken {
            Some((message, notes)) => self.undefined(kind, message, notes),
            None => Ok(()),
        }
    }

    /// The reason why `bytes` bytes cannot be loaded from a defined pointer, if any.
    pub(crate) fn not_dereferenceable(&self, pointer: Reg, bytes: u64) -> Option<(String, Vec<Note>)> {
        if bytes == 0 || self.memory.resolve(pointer, 0, bytes, 1, AccessKind::Read).is_ok() {
            return None;
        }
        let provenance = pointer.meta.provenance();
        Some(match self.memory.entry(provenance) {
            _ if pointer.bits == 0 => ("the pointer is null".into(), Vec::new()),
            Some(e) if pointer.bits.wrapping_sub(e.base) <= e.size => {
                let left = e.size - (pointer.bits - e.base);
                (format!("{bytes} bytes, and the object has {left} from there"), self.allocation_note(provenance))
            }
            Some(_) => ("the pointer is outside of its object".into(), self.allocation_note(provenance)),
            None if self.memory.life(provenance).is_some() => {
                ("the object no longer exists".into(), self.dangling(provenance).1)
            }
            None => (format!("no object is known at {:#x}", pointer.bits), Vec::new()),
        })
    }
}

/// The kind of undefined behaviour of a violated bundle.
fn bundle_kind(tag: &[u8]) -> Option<&'static Kind> {
    Some(match tag {
        b"align" => &kinds::ASSUME_ALIGN,
        b"nonnull" => &kinds::ASSUME_NONNULL,
        b"dereferenceable" | b"dereferenceable_or_null" => &kinds::ASSUME_DEREFERENCEABLE,
        b"separate_storage" => &kinds::ASSUME_SEPARATE_STORAGE,
        // The only requirement is that the value is defined.
        b"noundef" => &kinds::ASSUME_UNDEF,
        _ => return None,
    })
}
