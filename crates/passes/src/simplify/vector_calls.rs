//! Simplification of intrinsics that move the elements of vectors: extraction, insertion, interleaving, lane masks and reversal.

use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{InstData, Type, Value};
use smallvec::SmallVec;

use super::calls::MAX_LANES;
use crate::value_tracking::Query;

/// The intrinsics that interleave vectors, or undo it, and the number of vectors.
fn interleaving(id: IntrinsicId) -> Option<(bool, usize)> {
    use IntrinsicId as I;
    const TABLE: &[[IntrinsicId; 2]] = &[
        [I::VECTOR_INTERLEAVE2, I::VECTOR_DEINTERLEAVE2],
        [I::VECTOR_INTERLEAVE3, I::VECTOR_DEINTERLEAVE3],
        [I::VECTOR_INTERLEAVE4, I::VECTOR_DEINTERLEAVE4],
        [I::VECTOR_INTERLEAVE5, I::VECTOR_DEINTERLEAVE5],
        [I::VECTOR_INTERLEAVE6, I::VECTOR_DEINTERLEAVE6],
        [I::VECTOR_INTERLEAVE7, I::VECTOR_DEINTERLEAVE7],
        [I::VECTOR_INTERLEAVE8, I::VECTOR_DEINTERLEAVE8],
    ];
    TABLE.iter().enumerate().find_map(|(i, pair)| pair.contains(&id).then_some((pair[1] == id, i + 2)))
}

impl Query<'_> {
    /// Simplifies an intrinsic that moves elements.
    pub(super) fn simplify_vector_call(&self, id: IntrinsicId, args: &[Value], ty: Type) -> Option<Value> {
        use IntrinsicId as I;
        let (cx, constants) = (self.module.context(), self.module.constants());
        match id {
            // The reverse of a reverse, and of equal elements.
            I::VECTOR_REVERSE => match self.intrinsic(args[0]) {
                Some((I::VECTOR_REVERSE, inner)) => Some(inner[0]),
                _ => self.is_splat(args[0]).then_some(args[0]),
            },
            I::EXPERIMENTAL_VP_REVERSE => match self.intrinsic(args[0]) {
                Some((I::EXPERIMENTAL_VP_REVERSE, inner)) if inner[2] == args[2] => Some(inner[0]),
                _ => {
                    let is_same = constants.is_undef_or_poison(args[0]) || self.is_splat(args[0]);
                    is_same.then_some(args[0])
                }
            },
            I::VECTOR_EXTRACT => {
                // What was inserted at the same place.
                if let Some((I::VECTOR_INSERT, inner)) = self.intrinsic(args[0])
                    && inner[2] == args[1]
                    && self.type_of(inner[1]) == ty
                {
                    return Some(inner[1]);
                }
                let first = constants.as_u64(args[1])?;
                if self.type_of(args[0]) == ty && first == 0 {
                    return Some(args[0]);
                }
                let len = self.fixed_lanes(ty)?;
                let lanes: Option<SmallVec<[Value; 16]>> =
                    (first..first.checked_add(len)?).map(|lane| self.constant_lane(args[0], lane)).collect();
                Some(constants.aggregate(cx, ty, &lanes?))
            }
            I::VECTOR_INSERT => {
                let first = constants.as_u64(args[2])?;
                // A vector that is inserted at the place where it was extracted.
                if let Some((I::VECTOR_EXTRACT, inner)) = self.intrinsic(args[1])
                    && self.type_of(inner[0]) == ty
                    && inner[1] == args[2]
                    && (inner[0] == args[0] || constants.is_undef_or_poison(args[0]))
                {
                    return Some(inner[0]);
                }
                if self.type_of(args[1]) == ty && first == 0 {
                    return Some(args[1]);
                }
                let (whole, part) = (self.fixed_lanes(ty)?, self.fixed_lanes(self.type_of(args[1]))?);
                let lane = |lane: u64| match lane.checked_sub(first) {
                    Some(inner) if inner < part => self.constant_lane(args[1], inner),
                    _ => self.constant_lane(args[0], lane),
                };
                let lanes: Option<SmallVec<[Value; 16]>> = (0..whole).map(lane).collect();
                Some(constants.aggregate(cx, ty, &lanes?))
            }
            I::GET_ACTIVE_LANE_MASK => {
                let (first, end) = (args[0], args[1]);
                // No lane is below zero.
                if constants.is_zero(end) {
                    return Some(constants.zero(cx, ty));
                }
                let (first, end) = (constants.as_int(cx, first)?, constants.as_int(cx, end)?);
                if !first.ucmp(&end).is_lt() {
                    return Some(constants.zero(cx, ty));
                }
                let active = end.sub(&first).to_u64().unwrap_or(u64::MAX);
                let lanes: SmallVec<[Value; 16]> =
                    (0..self.fixed_lanes(ty)?).map(|lane| self.bool(Type::I1, lane < active)).collect();
                Some(constants.aggregate(cx, ty, &lanes))
            }
            _ => {
                let (is_inverse, factor) = interleaving(id)?;
                if is_inverse { self.fold_deinterleaved(args[0], factor, ty) } else { self.fold_interleaved(args, ty) }
            }
        }
    }

    /// The number of elements of a vector that is folded element by element.
    fn fixed_lanes(&self, ty: Type) -> Option<u64> {
        let (_, len, is_scalable) = self.module.context().vector_shape(ty)?;
        (!is_scalable && u64::from(len) <= MAX_LANES).then_some(len.into())
    }

    fn constant_lane(&self, vector: Value, lane: u64) -> Option<Value> {
        self.module.constants().element(self.module.context(), vector, lane)
    }

    fn fold_interleaved(&self, vectors: &[Value], ty: Type) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let first = constants.splat_value(cx, vectors[0]);
        if let Some(element) = first
            && vectors.iter().all(|&v| v == vectors[0])
        {
            return Some(constants.splat(cx, ty, element));
        }
        let len = self.fixed_lanes(ty)? / vectors.len() as u64;
        let places = (0..len).flat_map(|lane| vectors.iter().map(move |&vector| (vector, lane)));
        let lanes: Option<SmallVec<[Value; 16]>> =
            places.map(|(vector, lane)| self.constant_lane(vector, lane)).collect();
        Some(constants.aggregate(cx, ty, &lanes?))
    }

    fn fold_deinterleaved(&self, vector: Value, factor: usize, ty: Type) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let part_type = cx.element_type(ty, 0)?;
        let parts: SmallVec<[Value; 8]> = match constants.splat_value(cx, vector) {
            Some(element) => smallvec::smallvec![constants.splat(cx, part_type, element); factor],
            None => {
                let len = self.fixed_lanes(self.type_of(vector))?;
                let part = |i: usize| {
                    let lanes: Option<SmallVec<[Value; 16]>> =
                        (i as u64..len).step_by(factor).map(|lane| self.constant_lane(vector, lane)).collect();
                    Some(constants.aggregate(cx, part_type, &lanes?))
                };
                (0..factor).map(part).collect::<Option<_>>()?
            }
        };
        Some(constants.aggregate(cx, ty, &parts))
    }

    /// Whether all elements of a vector are equal.
    pub(super) fn is_splat(&self, value: Value) -> bool {
        self.splatted(value).is_some()
    }

    /// The value of all elements of a vector, if it was inserted as its first element, or if all are one constant.
    pub(super) fn splatted(&self, value: Value) -> Option<Value> {
        if let Some(element) = self.module.constants().splat_value(self.module.context(), value) {
            return Some(element);
        }
        let &InstData::ShuffleVector { v1, ref mask, .. } = self.inst(value)? else { return None };
        let is_first = self.body.list_ints(mask).iter().all(|lane| lane.0 == 0);
        match *self.inst(v1)? {
            InstData::InsertElement { element, index, .. } if is_first && self.module.constants().is_zero(index) => {
                Some(element)
            }
            _ => None,
        }
    }
}
