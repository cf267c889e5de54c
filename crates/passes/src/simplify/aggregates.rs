//! Simplification of operations on parts of aggregates and vectors.

use lindworm_ir::eval::Int;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::Imm;
use lindworm_ir::{InstData, Type, Value};

use crate::value_tracking::Query;

/// The maximum number of insertions to look through.
const MAX_INSERTIONS: usize = 64;

impl Query<'_> {
    pub(super) fn simplify_extract_value(&self, aggregate: Value, indices: &[Imm]) -> Option<Value> {
        if let Some(folded) =
            self.module.fold_extract_value(aggregate, &plain(indices)).filter(|_| aggregate.is_constant())
        {
            return Some(folded);
        }
        // A product with 1 does not wrap.
        if let Some((IntrinsicId::UMUL_WITH_OVERFLOW | IntrinsicId::SMUL_WITH_OVERFLOW, args)) =
            self.intrinsic(aggregate)
        {
            let is_one = |v| self.elements_are(v, Int::is_one) && self.width_of(v) != Some(1);
            let other = if is_one(args[1]) { args[0] } else { Some(args[1]).filter(|_| is_one(args[0]))? };
            return match indices {
                [Imm(0)] => Some(other),
                _ => Some(self.bool(self.module.context().with_scalar(self.type_of(other), Type::I1), false)),
            };
        }
        // Finds the inserted value, looking through insertions at other indices.
        let mut at = aggregate;
        for _ in 0..MAX_INSERTIONS {
            let &InstData::InsertValue { aggregate: before, value, indices: into } = self.inst(at)? else {
                return None;
            };
            let into = self.body.list_ints(&into);
            let common = into.len().min(indices.len());
            if into[..common] == indices[..common] {
                return (into.len() == indices.len()).then_some(value);
            }
            at = before;
        }
        None
    }

    pub(super) fn simplify_insert_value(&self, aggregate: Value, value: Value, indices: &[Imm]) -> Option<Value> {
        let constants = self.module.constants();
        if let Some(folded) = self.module.fold_insert_value(aggregate, value, &plain(indices)) {
            return Some(folded);
        }
        if constants.is_poison(value) || constants.is_undef(value) && self.is_not_poison(aggregate) {
            return Some(aggregate);
        }
        // Inserting a value extracted from the same index.
        if let Some(&InstData::ExtractValue { aggregate: from, indices: out }) = self.inst(value)
            && self.type_of(from) == self.type_of(aggregate)
            && self.body.list_ints(&out) == indices
        {
            let may_take = constants.is_poison(aggregate)
                || constants.is_undef(aggregate) && self.is_not_poison(from)
                || aggregate == from;
            return may_take.then_some(from);
        }
        None
    }

    pub(crate) fn simplify_extract_element(&self, vector: Value, index: Value) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let (element, len, scalable) = cx.vector_shape(self.type_of(vector))?;
        if constants.is_undef_or_poison(index) || constants.is_poison(vector) {
            return Some(constants.poison(element));
        }
        if vector.is_constant() && index.is_constant() {
            return self.module.fold_extract_element(vector, index);
        }
        if constants.is_undef(vector) {
            return Some(constants.undef(element));
        }
        if let Some(splat) = constants.splat_value(cx, vector).filter(|_| vector.is_constant()) {
            return Some(splat);
        }
        let (mut index, mut lane) = (index, constants.as_int(cx, index));
        if let Some(lane) = &lane
            && !scalable
            && lane.to_u64().is_none_or(|n| n >= len.into())
        {
            return Some(constants.poison(element));
        }
        if let Some(&InstData::ShuffleVector { v1, mask, .. }) = self.inst(vector)
            && self.body.list_ints(&mask).iter().all(|i| i.0 == 0)
            && let Some(&InstData::InsertElement { element, index: into, .. }) = self.inst(v1)
            && constants.is_zero(into)
        {
            return Some(element);
        }
        let mut at = vector;
        for _ in 0..MAX_INSERTIONS {
            match *self.inst(at)? {
                InstData::InsertElement { vector: before, element, index: into } => {
                    if into == index {
                        return Some(element);
                    }
                    let (Some(a), Some(b)) = (&lane, constants.as_int(cx, into)) else { return None };
                    if a.to_u64() == b.to_u64() {
                        return Some(element);
                    }
                    at = before;
                    if at.is_constant() {
                        return self.module.fold_extract_element(at, index);
                    }
                }
                InstData::ShuffleVector { v1, v2, mask } if !scalable => {
                    let place = lane.as_ref()?.to_u64()?;
                    let from = self.body.list_ints(&mask).get(place as usize)?.0 as i32;
                    let (_, input, _) = cx.vector_shape(self.type_of(v1))?;
                    let Ok(from) = u32::try_from(from) else { return Some(constants.poison(element)) };
                    let (source, place) = if from < input { (v1, from) } else { (v2, from - input) };
                    index = constants.int(cx, Type::I64, place.into());
                    (at, lane) = (source, constants.as_int(cx, index));
                    if at.is_constant() {
                        return self.module.fold_extract_element(at, index);
                    }
                }
                _ => return None,
            }
        }
        None
    }

    pub(super) fn simplify_insert_element(&self, vector: Value, element: Value, index: Value) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        if vector.is_constant() && element.is_constant() && index.is_constant() {
            return self.module.fold_insert_element(vector, element, index);
        }
        let ty = self.type_of(vector);
        let (_, len, scalable) = cx.vector_shape(ty)?;
        if constants.is_undef_or_poison(index) {
            return Some(constants.poison(ty));
        }
        if let Some(lane) = constants.as_int(cx, index)
            && !scalable
            && lane.to_u64().is_none_or(|n| n >= len.into())
        {
            return Some(constants.poison(ty));
        }
        if constants.is_poison(element) || constants.is_undef(element) && self.is_not_poison(vector) {
            return Some(vector);
        }
        // The constant is already the value of every element.
        if vector.is_constant() && constants.splat_value(cx, vector) == Some(element) {
            return Some(vector);
        }
        match self.inst(element) {
            Some(&InstData::ExtractElement { vector: from, index: out }) if from == vector && out == index => {
                Some(vector)
            }
            _ => None,
        }
    }

    pub(super) fn simplify_shuffle(&self, v1: Value, v2: Value, mask: &[Imm], ty: Type) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let (_, len, scalable) = cx.vector_shape(self.type_of(v1))?;
        let mask: smallvec::SmallVec<[i32; 16]> = mask.iter().map(|i| i.0 as i32).collect();
        if mask.iter().all(|&i| i < 0) {
            return Some(constants.poison(ty));
        }
        // An operand that is not used does not matter. A constant is the second operand, unless both are.
        let uses =
            |range: std::ops::Range<u32>| mask.iter().any(|&i| u32::try_from(i).is_ok_and(|i| range.contains(&i)));
        let poison = constants.poison(self.type_of(v1));
        let (mut v1, mut v2, mut mask) = (v1, v2, mask.clone());
        if !scalable {
            v1 = if uses(0..len) { v1 } else { poison };
            v2 = if uses(len..2 * len) { v2 } else { poison };
        }
        if v1.is_constant() && v2.is_constant() {
            return self.module.fold_shuffle_vector(v1, v2, &mask);
        }
        if scalable {
            return None;
        }
        if v1.is_constant() {
            (v1, v2) = (v2, v1);
            for i in mask.iter_mut().filter(|i| **i >= 0) {
                *i = if (*i as u32) < len { *i + len as i32 } else { *i - len as i32 };
            }
        }
        // All elements are one constant, which was inserted.
        if let Some(&InstData::InsertElement { element, index, .. }) = self.inst(v1)
            && element.is_constant()
            && let Some(lane) = constants.as_u64(index)
            && mask.iter().all(|&i| i < 0 || i as u64 == lane)
        {
            let scalar = constants.poison(self.type_of(element));
            let lanes: Vec<Value> = mask.iter().map(|&i| if i < 0 { scalar } else { element }).collect();
            return Some(constants.aggregate(cx, ty, &lanes));
        }
        // An identity shuffle of one operand.
        if self.type_of(v1) == ty {
            let is = |from: u32| mask.iter().zip(0..).all(|(&i, place)| i < 0 || i as u32 == place + from);
            for (from, operand) in [(0, v1), (len, v2)] {
                if is(from) && mask.iter().all(|&i| i >= 0) {
                    return Some(operand);
                }
            }
        }
        // A shuffle of a splat.
        if let Some(&InstData::ShuffleVector { mask: first, .. }) = self.inst(v1)
            && mask.iter().all(|&i| i < 0 || (i as u32) < len)
            && self.type_of(v1) == ty
        {
            let first = self.body.list_ints(&first);
            let lane = *first.first()?;
            if first.iter().all(|&i| i == lane) && lane.0 as i32 >= 0 {
                return Some(v1);
            }
        }
        self.root_of_shuffles(v1, v2, &mask).filter(|&root| self.type_of(root) == ty)
    }

    /// The vector each element of which a shuffle, possibly of shuffles, leaves in its place.
    fn root_of_shuffles(&self, v1: Value, v2: Value, mask: &[i32]) -> Option<Value> {
        let mut root = None;
        for (place, &from) in (0..).zip(mask) {
            let (mut v1, mut v2, mut from) = (v1, v2, from);
            for depth in 0.. {
                let (_, len, _) = self.module.context().vector_shape(self.type_of(v1))?;
                let lane = u32::try_from(from).ok()?;
                let (source, lane) = if lane < len { (v1, lane) } else { (v2, lane - len) };
                match self.inst(source) {
                    Some(&InstData::ShuffleVector { v1: a, v2: b, mask }) if depth + 1 < super::MAX_RECURSE => {
                        from = self.body.list_ints(&mask).get(lane as usize)?.0 as i32;
                        (v1, v2) = (a, b);
                    }
                    _ if lane == place && *root.get_or_insert(source) == source => break,
                    _ => return None,
                }
            }
        }
        root
    }
}

/// The indices of an instruction as integers.
fn plain(indices: &[Imm]) -> smallvec::SmallVec<[u32; 4]> {
    indices.iter().map(|i| i.0).collect()
}
