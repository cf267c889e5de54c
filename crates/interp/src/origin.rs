//! Where a value that is not defined came from, and why.

use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, IntFlags};
use lindworm_ir::constant::ConstantData;
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::{Body, InstData, Module};

use crate::state::State;
use crate::stop::Note;
use crate::value::{Knowledge, Reg, Site};

impl State {
    /// Notes that say where an operand that is not defined was made.
    pub(crate) fn origin_note(&self, reg: Reg) -> Vec<Note> {
        let (what, site) = match reg.meta.knowledge() {
            Knowledge::Poison(site) => ("the poison was made here", site),
            Knowledge::Undef(index) => ("the undefined bits came from here", self.undefs.get(index).origin),
            Knowledge::Defined(_) => return Vec::new(),
        };
        if let Some(other) = self.undefs.races.get(&site) {
            let message = format!("{what}: data race of {}, neither of which happens before the other", other.0);
            return vec![Note { message, site: Some(site) }, other.1.clone()];
        }
        let why = self.why(site, reg.meta.is_poison()).map_or(String::new(), |why| format!(": {why}"));
        vec![Note { message: format!("{what}{why}"), site: Some(site) }]
    }

    /// The same of the first of these that is not defined.
    pub(crate) fn origin_notes(&self, regs: &[Reg]) -> Vec<Note> {
        regs.iter().find(|r| !r.meta.is_defined()).map_or(Vec::new(), |&r| self.origin_note(r))
    }

    /// Why the instruction at a site gave poison, or undef bits.
    fn why(&self, site: Site, poison: bool) -> Option<String> {
        let (module, function, inst) = self.program.instruction(site)?;
        let body = module.body(function)?;
        let inst = body.inst(inst);
        if let Some(written) = written(module, body, inst, poison) {
            return Some(format!("`{written}` is written here"));
        }
        if poison { why_poison(inst) } else { why_undef(inst) }
    }
}

/// Whether `poison` or `undef` is an operand.
fn written(module: &Module, body: &Body, inst: &InstData, poison: bool) -> Option<&'static str> {
    let mut found = None;
    inst.for_each_operand(&body.values, |v| match module.constants.node(v).map(|node| &node.data) {
        Some(ConstantData::Poison) if poison => found = Some("poison"),
        Some(ConstantData::Undef) if !poison => found = Some("undef"),
        _ => {}
    });
    found
}

/// What each flag promises, in the words of a broken promise.
const BROKEN: &[(IntFlags, &str, &str)] = &[
    (IntFlags::NUW, "nuw", "the result does not fit unsigned"),
    (IntFlags::NSW, "nsw", "the result does not fit signed"),
    (IntFlags::EXACT, "exact", "something was left over"),
    (IntFlags::DISJOINT, "disjoint", "both operands have a bit set"),
    (IntFlags::NNEG, "nneg", "the operand is negative"),
    (IntFlags::SAMESIGN, "samesign", "the operands have different signs"),
];

fn broken(flags: IntFlags, other: &[&str]) -> Option<String> {
    let promises = BROKEN.iter().filter(|(flag, ..)| flags.contains(*flag));
    let all: Vec<String> = promises
        .map(|(_, name, words)| format!("{words}, against `{name}`"))
        .chain(other.iter().map(|&o| o.into()))
        .collect();
    (!all.is_empty()).then(|| all.join(", or "))
}

fn why_poison(inst: &InstData) -> Option<String> {
    const NO_NANS: &str = "an operand or the result is what `nnan` or `ninf` exclude";
    const NO_LANE: &str = "the vector has no such element";
    let restricted = |f: &FastMathFlags| f.intersects(FastMathFlags::NNAN | FastMathFlags::NINF);
    match inst {
        InstData::Binary { op: BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr, flags, .. } => {
            broken(*flags, &["the amount is not less than the width"])
        }
        InstData::Binary { flags, fast_math, .. } if !restricted(fast_math) => broken(*flags, &[]),
        InstData::ICmp { same_sign: true, .. } => broken(IntFlags::SAMESIGN, &[]),
        InstData::Cast { op: CastOp::FPToSI | CastOp::FPToUI, .. } => Some("the result does not fit".into()),
        InstData::Cast { flags, fast_math, .. } if !restricted(fast_math) => broken(*flags, &[]),
        InstData::GetElementPtr { flags, .. } => {
            let promises = [
                (GepFlags::INBOUNDS, "the address is not in the object, against `inbounds`"),
                (GepFlags::NUSW, "the address wraps around, against `nusw`"),
                (GepFlags::NUW, "the address wraps around, against `nuw`"),
            ];
            // `inbounds` includes `nusw`.
            let nusw = !flags.contains(GepFlags::INBOUNDS);
            let broken = promises.iter().filter(|(f, _)| flags.contains(*f) && (nusw || *f != GepFlags::NUSW));
            Some(broken.map(|&(_, words)| words).collect::<Vec<_>>().join(", or "))
        }
        InstData::ExtractElement { .. } | InstData::InsertElement { .. } => Some(NO_LANE.into()),
        InstData::ShuffleVector { .. } => Some("the mask leaves this element open".into()),
        InstData::Load { .. } => Some("what was loaded is not what the metadata promises".into()),
        InstData::Call { .. } | InstData::Invoke { .. } => {
            Some("an argument or the result is not what an attribute, or the function, asks for".into())
        }
        InstData::Binary { fast_math: f, .. }
        | InstData::Cast { fast_math: f, .. }
        | InstData::FNeg { fast_math: f, .. }
        | InstData::FCmp { fast_math: f, .. }
        | InstData::Select { fast_math: f, .. }
        | InstData::Phi { fast_math: f, .. }
            if restricted(f) =>
        {
            Some(NO_NANS.into())
        }
        _ => None,
    }
}

fn why_undef(inst: &InstData) -> Option<String> {
    match inst {
        InstData::Load { .. } => Some("this memory was never written".into()),
        _ => None,
    }
}
