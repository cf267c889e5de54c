//! Simplification of operations on parts of aggregates and vectors.

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

    pub(super) fn simplify_extract_element(&self, vector: Value, index: Value) -> Option<Value> {
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
        if v1.is_constant() && v2.is_constant() {
            return self.module.fold_shuffle_vector(v1, v2, &mask);
        }
        if scalable {
            return None;
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
        None
    }
}

/// The indices of an instruction as integers.
fn plain(indices: &[Imm]) -> smallvec::SmallVec<[u32; 4]> {
    indices.iter().map(|i| i.0).collect()
}
