//! Canonical forms of constants, and access to their elements.
//!
//! A list of elements becomes the first possible form of: `zeroinitializer` if all are zero; `undef` or `poison` if all are that;
//! a splat for a vector of equal elements; raw bytes if all are simple numbers; a list.

use lindworm_eval::{Float, Int};

use crate::constant::{ConstantData, ConstantExpr, ConstantNode, Constants};
use crate::context::Context;
use crate::expansion::Expansion;
use crate::types::{Type, TypeKind};
use crate::value::Value;

/// The maximum number of elements to which a constant is expanded, unless the input spells out more.
pub const MAX_EXPANDED: u64 = 1 << 12;

/// The size in bytes of an element of [`ConstantData::Data`], if elements of this type are stored there.
pub fn data_width(element: Type) -> Option<usize> {
    Some(match element {
        Type::I8 | Type::B8 => 1,
        Type::I16 | Type::B16 | Type::HALF | Type::BFLOAT => 2,
        Type::I32 | Type::B32 | Type::FLOAT => 4,
        Type::I64 | Type::B64 | Type::DOUBLE => 8,
        _ => return None,
    })
}

/// The numbers in the bytes of [`ConstantData::Data`], with `width` bytes each.
pub fn data_numbers(bytes: &[u8], width: usize) -> impl ExactSizeIterator<Item = u64> + Clone + '_ {
    bytes.chunks_exact(width).map(|bytes| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

/// Building constants.
impl Constants {
    /// An array, struct or fixed vector of type `ty` with these elements, whose number and types match `ty`.
    pub fn aggregate(&self, cx: &Context, ty: Type, elements: &[Value]) -> Value {
        let Some(&first) = elements.first() else { return self.zero(cx, ty) };
        // Handles of equal constants are equal. The fields of a struct may differ in type.
        let same = elements.iter().all(|&e| e == first);
        let all =
            |is: &dyn Fn(&ConstantData) -> bool| elements.iter().all(|&e| self.node(e).is_some_and(|n| is(&n.data)));
        if same || cx.is_struct(ty) {
            match self.node(first).map(|n| &n.data) {
                Some(ConstantData::Undef) if all(&|d| *d == ConstantData::Undef) => return self.undef(ty),
                Some(ConstantData::Poison) if all(&|d| *d == ConstantData::Poison) => return self.poison(ty),
                _ if elements.iter().all(|&e| self.is_zero(e)) => return self.zero(cx, ty),
                _ if cx.is_vector(ty) => return self.intern(ty, ConstantData::Splat(first)),
                _ => {}
            }
        }
        if !cx.is_struct(ty)
            && let Some(width) = cx.element_type(ty, 0).and_then(data_width)
        {
            let mut bytes = Vec::with_capacity(elements.len() * width);
            let all_numbers = elements.iter().all(|&e| match self.node(e).map(|n| &n.data) {
                Some(ConstantData::Int(number) | ConstantData::Float(number)) => {
                    bytes.extend_from_slice(&number.to_le_bytes()[..width]);
                    true
                }
                _ => false,
            });
            if all_numbers {
                return self.intern(ty, ConstantData::Data(bytes.into()));
            }
        }
        self.intern(ty, ConstantData::Aggregate(elements.into()))
    }

    /// An array or fixed vector of numbers, given as the bytes of its elements, little-endian. The number of elements must match
    /// `ty`, and their type must have a [`data_width`].
    pub fn data(&self, cx: &Context, ty: Type, bytes: Box<[u8]>) -> Value {
        if bytes.iter().all(|&b| b == 0) {
            return self.zero(cx, ty);
        }
        if cx.is_vector(ty)
            && let Some(element) = cx.element_type(ty, 0)
            && let Some(width) = data_width(element)
            && let Some(first) = data_numbers(&bytes, width).next()
            && bytes.chunks_exact(width).all(|chunk| *chunk == bytes[..width])
        {
            return self.intern(ty, ConstantData::Splat(self.number(element, first)));
        }
        self.intern(ty, ConstantData::Data(bytes))
    }

    /// `c"..."`: an array with these bytes.
    pub fn string(&self, cx: &Context, bytes: &[u8]) -> Value {
        self.data(cx, cx.array(Type::I8, bytes.len() as u64), bytes.into())
    }

    /// The vector of type `ty` with `element` in each lane.
    pub fn splat(&self, cx: &Context, ty: Type, element: Value) -> Value {
        match self.node(element).map(|n| &n.data) {
            Some(ConstantData::Undef) => self.undef(ty),
            Some(ConstantData::Poison) => self.poison(ty),
            _ if self.is_zero(element) => self.zero(cx, ty),
            _ => self.intern(ty, ConstantData::Splat(element)),
        }
    }

    /// `element`, or if `ty` is a vector, the splat of `element`.
    pub(crate) fn splat_or_scalar(&self, cx: &Context, ty: Type, element: Value) -> Value {
        if cx.is_vector(ty) { self.splat(cx, ty, element) } else { element }
    }

    /// The number or vector of numbers of type `ty` with all bits set.
    pub fn all_ones(&self, cx: &Context, ty: Type) -> Value {
        let scalar = cx.scalar_type(ty);
        let ones = match (cx.int_or_byte_width(scalar), scalar.float_format()) {
            (Some(width), _) => self.int_or_byte(scalar, &Int::all_ones(width)),
            (None, Some(format)) => self.float(scalar, Float::from_bits(format, u128::MAX >> (128 - format.bits()))),
            (None, None) => return self.undef(ty),
        };
        self.splat_or_scalar(cx, ty, ones)
    }

    /// A number of a type with a [`data_width`], from its bits.
    fn number(&self, ty: Type, bits: u64) -> Value {
        self.intern(ty, if ty.is_float() { ConstantData::Float(bits) } else { ConstantData::Int(bits) })
    }
}

/// Access to elements.
impl Constants {
    /// The number of elements of a constant of this type: an array, struct or fixed vector.
    pub fn element_count(&self, cx: &Context, ty: Type) -> Option<u64> {
        match *cx.kind(ty) {
            TypeKind::Array { len, .. } => Some(len),
            TypeKind::Vector { len, scalable: false, .. } => Some(len.into()),
            _ => Some(cx.struct_parts(ty)?.0.len() as u64),
        }
    }

    /// Element `index` of an array, struct or vector in any form; `None` if the index is out of bounds, for a constant
    /// expression, and for a constant without elements. A scalable vector has only its minimum number of elements.
    pub fn element(&self, cx: &Context, value: Value, index: u64) -> Option<Value> {
        let node = self.node(value)?;
        let count = match *cx.kind(node.ty) {
            TypeKind::Vector { len, .. } => len.into(),
            _ => self.element_count(cx, node.ty)?,
        };
        if index >= count {
            return None;
        }
        let ty = cx.element_type(node.ty, index)?;
        match &node.data {
            ConstantData::Zero => Some(self.zero(cx, ty)),
            ConstantData::Undef => Some(self.undef(ty)),
            ConstantData::Poison => Some(self.poison(ty)),
            ConstantData::Splat(element) => Some(*element),
            ConstantData::Aggregate(elements) => elements.get(usize::try_from(index).ok()?).copied(),
            ConstantData::Data(bytes) => {
                let number = data_numbers(bytes, data_width(ty)?).nth(usize::try_from(index).ok()?)?;
                Some(self.number(ty, number))
            }
            _ => None,
        }
    }

    /// The elements of an array, struct or fixed vector in any form; `None` for a constant expression and for a constant without
    /// elements. There may be 2^64 elements.
    pub fn elements<'a>(&'a self, cx: &'a Context, value: Value) -> Option<impl Iterator<Item = Value> + 'a> {
        let count = self.element_count(cx, self.node(value)?.ty)?;
        if count > 0 {
            self.element(cx, value, 0)?;
        }
        Some((0..count).map_while(move |index| self.element(cx, value, index)))
    }

    /// Whether the constant stores its elements one by one, so that visiting all is linear in the size of the constant.
    pub(crate) fn is_written_out(&self, value: Value) -> bool {
        self.node(value).is_some_and(|n| matches!(n.data, ConstantData::Data(_) | ConstantData::Aggregate(_)))
    }

    /// The element of a splat vector. As in LLVM, `undef` has no splat element.
    pub fn splat_value(&self, cx: &Context, value: Value) -> Option<Value> {
        self.splat_of(cx, self.node(value)?)
    }

    /// Like [`Constants::splat_value`], for a constant that was already looked up.
    pub fn splat_of(&self, cx: &Context, node: &ConstantNode) -> Option<Value> {
        let element = cx.vector_shape(node.ty)?.0;
        match &node.data {
            ConstantData::Zero => Some(self.zero(cx, element)),
            ConstantData::Poison => Some(self.poison(element)),
            ConstantData::Splat(element) => Some(*element),
            // The form of the splat of a scalable vector when it is built on undef rather than poison.
            ConstantData::Expr(expr) => {
                let ConstantExpr::ShuffleVector { v1, v2, mask } = &**expr else { return None };
                let ConstantData::Expr(insert) = &self.node(*v1)?.data else { return None };
                let ConstantExpr::InsertElement { vector, element, index } = **insert else { return None };
                let is_splat = self.is_undef_or_poison(*v2)
                    && self.is_undef_or_poison(vector)
                    && self.as_u64(index) == Some(0)
                    && mask.iter().all(|&i| i == 0);
                is_splat.then_some(element)
            }
            _ => None,
        }
    }

    /// Whether the value is `undef` or `poison`.
    pub fn is_undef_or_poison(&self, value: Value) -> bool {
        self.node(value).is_some_and(|n| matches!(n.data, ConstantData::Undef | ConstantData::Poison))
    }

    /// Whether the value is `undef`, rather than `poison`.
    pub fn is_undef(&self, value: Value) -> bool {
        self.node(value).is_some_and(|n| matches!(n.data, ConstantData::Undef))
    }

    /// Whether the value is `poison`.
    pub fn is_poison(&self, value: Value) -> bool {
        self.node(value).is_some_and(|n| matches!(n.data, ConstantData::Poison))
    }

    /// The value of a floating-point constant.
    pub fn as_float(&self, value: Value) -> Option<Float> {
        let node = self.node(value)?;
        match &node.data {
            ConstantData::Float(bits) => Some(Float::from_bits(node.ty.float_format()?, (*bits).into())),
            ConstantData::WideFloat(float) => Some(**float),
            _ => None,
        }
    }

    /// Whether this is a number, or a splat of a number, with all bits set.
    pub fn is_all_ones(&self, cx: &Context, value: Value) -> bool {
        let value = self.splat_value(cx, value).unwrap_or(value);
        self.as_int(cx, value).or_else(|| self.as_float(value).map(Float::to_int_bits)).is_some_and(|n| n.is_all_ones())
    }

    /// The struct field that an index of `getelementptr` selects: the value of an `i32`, or of a fixed splat of `i32`.
    pub fn struct_index(&self, cx: &Context, index: Value) -> Option<u64> {
        let ty = self.node(index)?.ty;
        if cx.scalar_type(ty) != Type::I32 {
            return None;
        }
        match cx.vector_shape(ty) {
            Some((.., true)) => None,
            Some(_) => self.as_u64(self.splat_value(cx, index)?),
            None => self.as_u64(index),
        }
    }

    /// The splat of type `ty` that a `shufflevector` of these operands with a zero mask denotes, if it has the form in which LLVM
    /// writes the splat of a scalable vector.
    pub fn scalable_splat(&self, cx: &Context, ty: Type, v1: Value, v2: Value) -> Option<Value> {
        let ConstantData::Expr(expr) = &self.node(v1)?.data else { return None };
        let ConstantExpr::InsertElement { vector, element, index } = **expr else { return None };
        let is_splat = vector == self.poison(ty) && v2 == vector && index == self.int(cx, Type::I64, 0);
        is_splat.then(|| self.splat(cx, ty, element))
    }

    /// The elements of the mask of a `shufflevector` of vectors of length `len`, with -1 for `undef` and `poison`; `None` if such
    /// an instruction cannot have this mask, or the mask is too long. A scalable mask gives its minimum number of elements, which
    /// are all equal.
    pub fn shuffle_mask(&self, cx: &Context, mask: Value, len: u32, expansion: &Expansion) -> Option<Vec<i32>> {
        let node = self.node(mask)?;
        let (Type::I32, count, scalable) = cx.vector_shape(node.ty)? else { return None };
        // A mask of equal elements has a short text, and many instructions may share it.
        expansion.allow(count.into())?;
        let in_range = |number: u64| i32::try_from(number).ok().filter(|_| number < u64::from(len.wrapping_mul(2)));
        let element = |value: Value| match self.is_undef_or_poison(value) {
            true => Some(-1),
            false => in_range(self.as_u64(value)?),
        };
        let alike = |element| Some(vec![element; count as usize]);
        match &node.data {
            ConstantData::Zero => alike(0),
            ConstantData::Undef | ConstantData::Poison => alike(-1),
            ConstantData::Splat(value) if !scalable => alike(element(*value)?),
            ConstantData::Data(bytes) => data_numbers(bytes, 4).map(in_range).collect(),
            ConstantData::Aggregate(values) => values.iter().map(|&v| element(v)).collect(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup() -> (Context, Constants) {
        (Context::new(), Constants::default())
    }

    fn data(c: &Constants, value: Value) -> &ConstantData {
        &c.node(value).unwrap().data
    }

    #[test]
    fn equal_lists_are_one_constant() {
        let (cx, c) = setup();
        let (array, vector) = (cx.array(Type::I8, 3), cx.vector(Type::I8, 3, false));
        let one = c.int(&cx, Type::I8, 1);
        let two = c.int(&cx, Type::I8, 2);
        let zero = c.zero(&cx, Type::I8);
        assert_eq!(c.aggregate(&cx, array, &[zero; 3]), c.zero(&cx, array));
        assert_eq!(c.aggregate(&cx, array, &[one; 3]), c.string(&cx, &[1, 1, 1]));
        assert_eq!(c.aggregate(&cx, vector, &[one; 3]), c.splat(&cx, vector, one));
        assert_eq!(c.data(&cx, vector, [1, 1, 1].into()), c.splat(&cx, vector, one));
        assert_eq!(c.aggregate(&cx, vector, &[one, two, zero]), c.data(&cx, vector, [1, 2, 0].into()));
        assert_eq!(c.string(&cx, &[0, 0, 0]), c.zero(&cx, array));
        assert_eq!(c.aggregate(&cx, cx.array(Type::I8, 0), &[]), c.zero(&cx, cx.array(Type::I8, 0)));
    }

    #[test]
    fn undef_and_poison() {
        let (cx, c) = setup();
        let (undef, poison) = (c.undef(Type::I32), c.poison(Type::I32));
        let zero = c.zero(&cx, Type::I32);
        for ty in
            [cx.array(Type::I32, 2), cx.vector(Type::I32, 2, false), cx.struct_type(&[Type::I32, Type::I32], false)]
        {
            assert_eq!(c.aggregate(&cx, ty, &[undef, undef]), c.undef(ty));
            assert_eq!(c.aggregate(&cx, ty, &[poison, poison]), c.poison(ty));
            assert_eq!(c.aggregate(&cx, ty, &[zero, zero]), c.zero(&cx, ty));
            for mixed in [[poison, undef], [undef, poison], [zero, undef]] {
                let value = c.aggregate(&cx, ty, &mixed);
                assert!(matches!(data(&c, value), ConstantData::Aggregate(_)));
                assert_eq!(c.elements(&cx, value).unwrap().collect::<Vec<_>>(), mixed);
            }
        }
    }

    #[test]
    fn fields_of_several_types() {
        let (cx, c) = setup();
        let ty = cx.struct_type(&[Type::I32, Type::PTR, Type::DOUBLE], false);
        let parts = [Type::I32, Type::PTR, Type::DOUBLE];
        assert_eq!(c.aggregate(&cx, ty, &parts.map(|t| c.zero(&cx, t))), c.zero(&cx, ty));
        assert_eq!(c.aggregate(&cx, ty, &parts.map(|t| c.poison(t))), c.poison(ty));
        assert_eq!(c.element(&cx, c.zero(&cx, ty), 1), Some(c.zero(&cx, Type::PTR)));
        assert_eq!(c.element(&cx, c.zero(&cx, ty), 3), None);
        // Negative zero is not zero.
        let minus = c.float(Type::DOUBLE, Float::from_f64(-0.0));
        let array = c.aggregate(&cx, cx.array(Type::DOUBLE, 2), &[minus, minus]);
        assert_eq!(c.elements(&cx, array).unwrap().collect::<Vec<_>>(), [minus, minus]);
    }

    #[test]
    fn elements_of_data() {
        let (cx, c) = setup();
        let ty = cx.array(Type::I16, 2);
        let value = c.data(&cx, ty, [0x34, 0x12, 0xff, 0xff].into());
        assert_eq!(c.element(&cx, value, 0), Some(c.int(&cx, Type::I16, 0x1234)));
        assert_eq!(c.element(&cx, value, 1), Some(c.int(&cx, Type::I16, 0xffff)));
    }

    #[test]
    fn splats_cost_nothing() {
        let (cx, c) = setup();
        let ty = cx.vector(Type::I64, u32::MAX, false);
        let seven = c.int(&cx, Type::I64, 7);
        let splat = c.splat(&cx, ty, seven);
        assert_eq!(c.splat_value(&cx, splat), Some(seven));
        assert_eq!(c.element(&cx, splat, 4_000_000_000), Some(seven));
        assert_eq!(c.splat(&cx, ty, c.zero(&cx, Type::I64)), c.zero(&cx, ty));
        assert_eq!(c.splat_value(&cx, c.undef(ty)), None);
        assert!(c.is_all_ones(&cx, c.all_ones(&cx, ty)));
    }

    #[test]
    fn all_ones_of_floats() {
        let (cx, c) = setup();
        let ones = c.all_ones(&cx, Type::X86_FP80);
        assert_eq!(c.as_float(ones).unwrap().to_bits(), (1 << 80) - 1);
        assert!(c.is_all_ones(&cx, ones) && !c.is_all_ones(&cx, c.zero(&cx, Type::FLOAT)));
    }

    #[test]
    fn masks() {
        let (cx, c) = setup();
        let ty = cx.vector(Type::I32, 2, false);
        let [zero, three, four] = [0, 3, 4].map(|n| c.int(&cx, Type::I32, n));
        let mask = |elements: &[Value]| c.shuffle_mask(&cx, c.aggregate(&cx, ty, elements), 2, &Expansion::of(0));
        assert_eq!(mask(&[zero, three]), Some(vec![0, 3]));
        assert_eq!(mask(&[three, c.poison(Type::I32)]), Some(vec![3, -1]));
        assert_eq!(mask(&[three, three]), Some(vec![3, 3]));
        assert_eq!(mask(&[zero, four]), None);
        let scalable = cx.vector(Type::I32, 2, true);
        assert_eq!(c.shuffle_mask(&cx, c.zero(&cx, scalable), 2, &Expansion::of(0)), Some(vec![0, 0]));
        assert_eq!(c.shuffle_mask(&cx, c.splat(&cx, scalable, three), 2, &Expansion::of(0)), None);
        assert_eq!(c.struct_index(&cx, c.splat(&cx, ty, three)), Some(3));
        assert_eq!(c.struct_index(&cx, c.int(&cx, Type::I64, 3)), None);
    }
}
