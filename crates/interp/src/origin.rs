//! The origins of undef and poison values, for reports.

use lindworm_eval::word::sign_extend;
use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, IntFlags};
use lindworm_ir::constant::ConstantData;
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Body, Inst, InstData, Module, Value};

use crate::promise::metadata::attached;
use crate::state::State;
use crate::stop::{Note, Origin};
use crate::typed::{Layout, Pointer};
use crate::value::{Knowledge, Reg, Site};

impl State {
    /// Notes about where an undef or poison operand was made.
    pub(crate) fn origin_note(&self, reg: Reg) -> Vec<Note> {
        let poison = reg.meta.is_poison();
        let (what, site) = match reg.meta.knowledge() {
            Knowledge::Poison(site) => ("the poison was made here", site),
            Knowledge::Undef(index) => ("the undefined bits came from here", self.undefs.get(index).origin),
            Knowledge::Defined(_) => return Vec::new(),
        };
        if let Some(race) = self.undefs.races.get(&site) {
            let message = format!("{what}: data race of {}, neither of which happens before the other", race.accesses);
            let note = Note { message, site: Some(site), origin: Some(Origin::Race) };
            return vec![note, race.other.clone()];
        }
        let operands = if poison { self.broken_by(site) } else { None };
        let why = operands.clone().or_else(|| self.why(site, poison)).map_or(String::new(), |why| format!(": {why}"));
        let origin = match poison {
            true => Origin::Poison { operands: operands.map(without_flag) },
            false => Origin::Undef { variable: self.unwritten_variable(site) },
        };
        vec![Note { message: format!("{what}{why}"), site: Some(site), origin: Some(origin) }]
    }

    /// [`State::origin_note`] for the first undef or poison register.
    pub(crate) fn origin_notes(&self, regs: &[Reg]) -> Vec<Note> {
        regs.iter().find(|r| !r.meta.is_defined()).map_or(Vec::new(), |&r| self.origin_note(r))
    }

    /// Why the instruction at a site yielded poison or undef bits.
    fn why(&self, site: Site, poison: bool) -> Option<String> {
        let (module, function, inst) = self.program.instruction(site)?;
        let body = module.body(function)?;
        if let Some(written) = written(module, body, body.inst(inst), poison) {
            return Some(format!("`{written}` is written here"));
        }
        if poison { why_poison(module, body, inst) } else { why_undef(body.inst(inst)) }
    }

    /// The promise that the operands of the instruction violated so that the result is poison, with the operands' values.
    fn broken_by(&self, site: Site) -> Option<String> {
        let made = self.undefs.poisons.get(&site)?;
        let [a, b] = made.latest;
        let (module, function, inst) = self.program.instruction(site)?;
        let body = module.body(function)?;
        let width_of = |value: Value| {
            module.context().int_width(module.context().scalar_type(module.value_type(Some(body), value)))
        };
        let words = match *body.inst(inst) {
            _ if !a.meta.both_defined(b.meta) => None,
            InstData::Binary { op, flags, lhs, .. } => broken_binary(op, flags, width_of(lhs)?, a.bits, b.bits),
            InstData::Cast { op: CastOp::Trunc, value, .. } => {
                let (from, to) = (width_of(value)?, width_of(inst.into())?);
                let signed = sign_extend(from, a.bits);
                match sign_extend(to, a.bits) == signed {
                    false => Some(format!("{signed} does not fit in i{to}")),
                    true => Some(format!("{} does not fit in an unsigned i{to}", a.bits)),
                }
            }
            InstData::Cast { op: CastOp::FPToSI | CastOp::FPToUI, value, .. } => {
                let layout = Layout { cx: module.context(), layout: module.data_layout(), vscale: 1 };
                let ty = module.context().scalar_type(module.value_type(Some(body), value));
                let number = layout.value(ty, &self.undefs, &mut [a].into_iter())?;
                Some(format!("{number} does not fit in i{}", width_of(inst.into())?))
            }
            InstData::Cast { op: CastOp::ZExt | CastOp::UIToFP, value, .. } => {
                Some(format!("{} is negative, against `nneg`", sign_extend(width_of(value)?, a.bits)))
            }
            InstData::Load { .. } => {
                let object = self.object(Pointer::of(a)).and_then(|object| object.source_name);
                let object = object.map_or("the stack object".into(), |name| format!("`{name}`"));
                Some(format!("the lifetime of {object} has not begun, or has ended"))
            }
            InstData::GetElementPtr { flags, .. } if flags.contains(GepFlags::INBOUNDS) => {
                let place = Pointer { address: a.bits.wrapping_add(b.bits), ..Pointer::of(a) };
                Some(format!("{} is not in the object, against `inbounds`", self.place_words(place)))
            }
            _ => None,
        }?;
        Some(if made.differ { format!("the last time, {words}") } else { words })
    }

    /// The address that a `getelementptr` with a poison result computed, if it is an operand of the running operation.
    pub(crate) fn left_object(&self, site: Site) -> Option<Pointer> {
        let here = self.site();
        let [pointer, offset] = self.undefs.poisons.get(&site).filter(|_| site.function == here.function)?.latest;
        let (module, function, gep) = self.program.instruction(site)?;
        let (_, _, user) = self.program.instruction(here)?;
        let body = module.body(function)?;
        let is_gep = |value: Value| value == gep.into() && matches!(body.inst(gep), InstData::GetElementPtr { .. });
        let mut found = false;
        body.inst(user).for_each_operand(body.values(), |operand| {
            found |= is_gep(operand);
            // A constant offset may be fused into the access.
            if let Some(of) = operand.as_inst().filter(|&of| self.program.is_computed_by_user(here.function, of)) {
                body.inst(of).for_each_operand(body.values(), |operand| found |= is_gep(operand));
            }
        });
        found.then(|| Pointer { address: pointer.bits.wrapping_add(offset.bits), ..Pointer::of(pointer) })
    }

    /// Describes an address relative to its object.
    pub(crate) fn place_words(&self, place: Pointer) -> String {
        match self.object(place) {
            Some(object) => {
                let offset = place.address.wrapping_sub(object.address) as i64;
                let size = object.size;
                format!("offset {offset} of an object of {size} byte{}", if size == 1 { "" } else { "s" })
            }
            None => null_and(place.address),
        }
    }

    /// The source name of the variable that the load at a site reads.
    fn unwritten_variable(&self, site: Site) -> Option<String> {
        let (module, function, inst) = self.program.instruction(site)?;
        let body = module.body(function)?;
        let InstData::Load { pointer, .. } = *body.inst(inst) else { return None };
        self.program.local_variable_of(module, body, root(body, pointer)?)
    }
}

/// An address near null, as an offset.
pub(crate) fn null_and(address: u64) -> String {
    match address as i64 {
        0 => "null".into(),
        distance @ 1.. => format!("null + {distance}"),
        distance => format!("null - {}", distance.unsigned_abs()),
    }
}

/// The description of a violated promise without the flag.
fn without_flag(words: String) -> String {
    words.split(", against `").next().unwrap_or_default().to_owned()
}

/// The `alloca` in the same function that a pointer is based on.
fn root(body: &Body, mut pointer: Value) -> Option<Inst> {
    /// The maximum length of the chain of operands that is followed.
    const MOST: u32 = 64;
    for _ in 0..MOST {
        let ValueKind::Inst(inst) = pointer.kind() else { return None };
        pointer = match *body.inst(inst) {
            InstData::Alloca { .. } => return Some(inst),
            InstData::GetElementPtr { operands, .. } => *body.list_values(&operands).first()?,
            InstData::Cast { op: CastOp::AddrSpaceCast | CastOp::BitCast, value, .. } => value,
            _ => return None,
        };
    }
    None
}

/// The symbols of operations in reports.
const SYMBOLS: &[(BinaryOp, &str)] = &[
    (BinaryOp::Add, "+"),
    (BinaryOp::Sub, "-"),
    (BinaryOp::Mul, "*"),
    (BinaryOp::Shl, "<<"),
    (BinaryOp::LShr, ">>"),
    (BinaryOp::AShr, ">>"),
    (BinaryOp::UDiv, "/"),
    (BinaryOp::SDiv, "/"),
    (BinaryOp::Or, "|"),
];

/// An operation on integers of a bit width, as in `1 + 2`.
pub(crate) fn written_out(op: BinaryOp, signed: bool, width: u32, a: u64, b: u64) -> String {
    let symbol = SYMBOLS.iter().find(|(of, _)| *of == op).map_or("%", |(_, symbol)| symbol);
    match signed {
        true => format!("{} {symbol} {}", sign_extend(width, a), sign_extend(width, b)),
        false => format!("{a} {symbol} {b}"),
    }
}

/// The promise of an operation of up to 64 bits that the operands violate.
fn broken_binary(op: BinaryOp, flags: IntFlags, width: u32, a: u64, b: u64) -> Option<String> {
    if width > 64 {
        return None;
    }
    if matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr) && b >= width.into() {
        let written = written_out(op, op == BinaryOp::AShr, width, a, b);
        return Some(format!("{written}, and i{width} has {width} bits"));
    }
    let exact = |a: i128, b: i128| match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a.saturating_mul(b),
        _ => a.saturating_mul(1 << b.clamp(0, 63)),
    };
    let signed = |n| i128::from(sign_extend(width, n));
    let (least, most) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    // The shift amount is unsigned.
    let by = if op == BinaryOp::Shl { b.into() } else { signed(b) };
    if flags.contains(IntFlags::NSW) && !(least..=most).contains(&exact(signed(a), by)) {
        return Some(format!("{} does not fit in i{width}, against `nsw`", written_out(op, true, width, a, b)));
    }
    if flags.contains(IntFlags::NUW) && !(0..=(most - least)).contains(&exact(a.into(), b.into())) {
        let written = written_out(op, false, width, a, b);
        return Some(format!("{written} does not fit in an unsigned i{width}, against `nuw`"));
    }
    let written = written_out(op, matches!(op, BinaryOp::SDiv | BinaryOp::AShr), width, a, b);
    match () {
        () if flags.contains(IntFlags::EXACT) => Some(format!("{written} leaves something over, against `exact`")),
        () if flags.contains(IntFlags::DISJOINT) => {
            Some(format!("{a:#x} | {b:#x} have a bit in common, against `disjoint`"))
        }
        () => None,
    }
}

/// Whether an operand is the constant `poison` or `undef`.
fn written(module: &Module, body: &Body, inst: &InstData, poison: bool) -> Option<&'static str> {
    let mut found = None;
    inst.for_each_operand(body.values(), |v| match module.constants().node(v).map(|node| &node.data) {
        Some(ConstantData::Poison) if poison => found = Some("poison"),
        Some(ConstantData::Undef) if !poison => found = Some("undef"),
        _ => {}
    });
    found
}

/// For each flag, the description of its violation.
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

/// Metadata of a load that makes the loaded value poison if violated.
const PROMISES_OF_LOADS: &[&str] =
    &["range", "nonnull", "align", "nofpclass", "dereferenceable", "dereferenceable_or_null"];

fn why_poison(module: &Module, body: &Body, inst: Inst) -> Option<String> {
    let inst_data = body.inst(inst);
    const NO_NANS: &str = "an operand or the result is what `nnan` or `ninf` exclude";
    const NO_LANE: &str = "the vector has no such element";
    let restricted = |f: &FastMathFlags| f.intersects(FastMathFlags::NNAN | FastMathFlags::NINF);
    match inst_data {
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
            // `inbounds` implies `nusw`.
            let nusw = !flags.contains(GepFlags::INBOUNDS);
            let broken = promises.iter().filter(|(f, _)| flags.contains(*f) && (nusw || *f != GepFlags::NUSW));
            Some(broken.map(|&(_, words)| words).collect::<Vec<_>>().join(", or "))
        }
        InstData::ExtractElement { .. } | InstData::InsertElement { .. } => Some(NO_LANE.into()),
        InstData::ShuffleVector { .. } => Some("the mask leaves this element open".into()),
        InstData::Load { .. } => {
            let promises = PROMISES_OF_LOADS.iter().any(|name| attached(module, body, inst, name).is_some());
            Some(match promises {
                true => "what was loaded is not what the metadata promises".into(),
                false => "an attribute excludes that this memory is read now".into(),
            })
        }
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
