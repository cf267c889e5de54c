//! Elements of vectors, and shuffles.

use lindworm_ir::eval::CastOp;
use lindworm_ir::value::Imm;
use lindworm_ir::{Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::Combiner;
use crate::value_tracking::{MAX_DEPTH, Query};

impl Query<'_> {
    /// Whether an element of a vector costs no more than the vector.
    fn is_cheap_to_extract(&self, vector: Value, is_constant_index: bool, depth: usize) -> bool {
        let (cx, constants) = (self.module.context(), self.module.constants());
        if vector.is_constant() {
            return is_constant_index || constants.splat_value(cx, vector).is_some();
        }
        let Some(data) = self.inst(vector).filter(|_| depth > 0) else { return false };
        if let InstData::InsertElement { index, .. } = data {
            return is_constant_index && index.is_constant();
        }
        let cheap = |v: Value| self.is_cheap_to_extract(v, is_constant_index, depth - 1);
        self.uses.has_one_use(vector)
            && match *data {
                InstData::Load { .. } | InstData::FNeg { .. } => true,
                InstData::Binary { lhs, rhs, .. }
                | InstData::ICmp { lhs, rhs, .. }
                | InstData::FCmp { lhs, rhs, .. } => cheap(lhs) || cheap(rhs),
                _ => false,
            }
    }
}

impl Combiner<'_, '_, '_> {
    fn extract(&mut self, at: Inst, vector: Value, index: Value) -> Value {
        if let Some(known) = self.query().simplify_extract_element(vector, index) {
            return known;
        }
        let module = self.f.editor.module();
        let ty = module.context().scalar_type(self.type_of(vector));
        self.insert(at, InstData::ExtractElement { vector, index }, ty)
    }

    /// Whether a number is certainly an index of an element of a vector.
    fn is_index_of(&self, number: Option<u64>, vector: Value) -> bool {
        let shape = self.f.editor.module().context().vector_shape(self.type_of(vector));
        shape.is_some_and(|(_, len, _)| number.is_some_and(|n| n < len.into()))
    }

    pub(super) fn visit_extract_element(&mut self, inst: Inst) -> Option<Value> {
        if let Some(value) = self.widen_index(inst, 1) {
            return Some(value);
        }
        let InstData::ExtractElement { vector, index } = self.data(inst) else { return None };
        let ty = self.f.editor.body().inst_type(inst);
        let query = self.query();
        let number = query.module.constants().as_u64(index);
        let is_cheap = query.is_cheap_to_extract(vector, number.is_some(), MAX_DEPTH);
        let has_one_use = query.uses.has_one_use(vector);
        match *query.inst(vector)? {
            InstData::InsertElement { vector: base, index: into, .. } if number.is_some() && into.is_constant() => {
                // The inserted element is another one.
                self.set_operand(inst, 0, base);
                Some(inst.into())
            }
            InstData::ShuffleVector { v1, v2, mask } => {
                let place = query.body.list_ints(&mask).get(number? as usize)?.0 as i32;
                let (_, width, is_scalable) = query.module.context().vector_shape(query.type_of(v1))?;
                if is_scalable {
                    return None;
                }
                let Ok(place) = u32::try_from(place) else { return Some(query.module.constants().poison(ty)) };
                let (source, place) = if place < width { (v1, place) } else { (v2, place - width) };
                let place = query.module.constants().int(query.module.context(), Type::I64, place.into());
                Some(self.extract(inst, source, place))
            }
            InstData::Cast { op, flags, fast_math, value } if has_one_use && op != CastOp::BitCast => {
                let element = self.extract(inst, value, index);
                Some(self.insert(inst, InstData::Cast { op, flags, fast_math, value: element }, ty))
            }
            InstData::FNeg { value, fast_math } if is_cheap => {
                let value = self.extract(inst, value, index);
                Some(self.insert(inst, InstData::FNeg { value, fast_math }, ty))
            }
            // With an index out of range, a division would be undefined behaviour instead of poison.
            InstData::Binary { op, flags, fast_math, lhs, rhs }
                if is_cheap && (!op.is_int_div_rem() || self.is_index_of(number, vector)) =>
            {
                let (lhs, rhs) = (self.extract(inst, lhs, index), self.extract(inst, rhs, index));
                Some(self.insert(inst, InstData::Binary { op, flags, fast_math, lhs, rhs }, ty))
            }
            InstData::ICmp { predicate, same_sign, lhs, rhs } if is_cheap => {
                let (lhs, rhs) = (self.extract(inst, lhs, index), self.extract(inst, rhs, index));
                Some(self.insert(inst, InstData::ICmp { predicate, same_sign, lhs, rhs }, ty))
            }
            InstData::FCmp { predicate, fast_math, lhs, rhs } if is_cheap => {
                let (lhs, rhs) = (self.extract(inst, lhs, index), self.extract(inst, rhs, index));
                Some(self.insert(inst, InstData::FCmp { predicate, fast_math, lhs, rhs }, ty))
            }
            _ => None,
        }
    }

    /// A shuffle of one vector has it as the first operand, and poison as the second one.
    pub(super) fn visit_shuffle(&mut self, inst: Inst) -> Option<Value> {
        let InstData::ShuffleVector { v1, v2, mask } = self.data(inst) else { return None };
        let module = self.f.editor.module();
        let (cx, constants) = (module.context(), module.constants());
        let ty = self.type_of(v1);
        let (_, width, is_scalable) = cx.vector_shape(ty)?;
        let mask: SmallVec<[Imm; 8]> = self.f.editor.body().list_ints(&mask).into();
        let poison = constants.poison(ty);
        let is_left_undefined = constants.is_undef_or_poison(v1);
        if v1 == v2 && !is_left_undefined || is_left_undefined && !constants.is_undef_or_poison(v2) {
            if is_scalable {
                return None;
            }
            // Elements of the undefined operand become poison only if they are poison.
            let is_poison = constants.is_poison(v1);
            let moved = |place: Imm| match place.0 as i32 {
                n if n < 0 => Some(place),
                n if n as u32 >= width => Some(Imm(n as u32 - width)),
                _ if v1 == v2 => Some(place),
                _ => is_poison.then_some(Imm(u32::MAX)),
            };
            let moved: Option<Vec<i32>> = mask.iter().map(|&place| moved(place).map(|place| place.0 as i32)).collect();
            let (moved, source) = (moved?, if v1 == v2 { v1 } else { v2 });
            let new = self.f.editor.build_before(inst, |b| b.shuffle(source, poison, &moved)).ok()?;
            if let Some(new) = new.as_inst() {
                self.worklist.defer(new);
            }
            return Some(new);
        }
        if constants.is_undef(v2) && v2 != poison && mask.iter().all(|place| (place.0 as i32) < width as i32) {
            self.set_operand(inst, 1, poison);
            return Some(inst.into());
        }
        None
    }
}
