//! Instructions on vectors, structs and arrays.

use std::ops::Deref;

use smallvec::SmallVec;

use super::{BuildError, Builder, Built};
use crate::instruction::InstData;
use crate::module::Module;
use crate::types::Type;
use crate::typing;
use crate::value::{Imm, IntList, Value};

/// Vectors, structs and arrays.
impl<M: Deref<Target = Module>> Builder<'_, M> {
    /// `extractelement` at a constant index.
    pub fn extract_element(&mut self, vector: Value, index: u64) -> Built {
        let index = self.int(Type::I64, index);
        self.extract_element_at(vector, index)
    }

    /// `extractelement`.
    pub fn extract_element_at(&mut self, vector: Value, index: Value) -> Built {
        let ty = typing::extract_element(self.context(), self.type_of(vector), self.type_of(index));
        let ty = self.typed(ty, "extractelement")?;
        if let Some(folded) = self.fold(&[vector, index], |m| m.fold_extract_element(vector, index)) {
            return Ok(folded);
        }
        self.put(InstData::ExtractElement { vector, index }, ty)
    }

    /// `insertelement` at a constant index.
    pub fn insert_element(&mut self, vector: Value, element: Value, index: u64) -> Built {
        let index = self.int(Type::I64, index);
        self.insert_element_at(vector, element, index)
    }

    /// `insertelement`.
    pub fn insert_element_at(&mut self, vector: Value, element: Value, index: Value) -> Built {
        let types = [vector, element, index].map(|v| self.type_of(v));
        let ty = self.typed(typing::insert_element(self.context(), types[0], types[1], types[2]), "insertelement")?;
        let operands = [vector, element, index];
        if let Some(folded) = self.fold(&operands, |m| m.fold_insert_element(vector, element, index)) {
            return Ok(folded);
        }
        self.put(InstData::InsertElement { vector, element, index }, ty)
    }

    /// `shufflevector`; a mask element of -1 selects poison.
    pub fn shuffle(&mut self, v1: Value, v2: Value, mask: &[i32]) -> Built {
        let ty = typing::shuffle_vector(self.context(), self.type_of(v1), self.type_of(v2), mask.iter().copied());
        let ty = self.typed(ty, "shufflevector")?;
        if let Some(folded) = self.fold(&[v1, v2], |m| m.fold_shuffle_vector(v1, v2, mask)) {
            return Ok(folded);
        }
        let mask: SmallVec<[Imm; 32]> = mask.iter().map(|&m| Imm(m as u32)).collect();
        let mask = self.body.int_list(&mask);
        self.put(InstData::ShuffleVector { v1, v2, mask }, ty)
    }

    /// `shufflevector` with one input vector.
    pub fn shuffle_one(&mut self, vector: Value, mask: &[i32]) -> Built {
        let poison = self.module.constants.poison(self.type_of(vector));
        self.shuffle(vector, poison, mask)
    }

    /// A splat vector of `len` elements: `insertelement` and `shufflevector`, with LLVM's names.
    pub fn splat(&mut self, len: u32, element: Value) -> Built {
        let name = std::mem::take(&mut self.name);
        let ty = self.context().vector(self.type_of(element), len, false);
        let poison = self.module.constants.poison(ty);
        let one = self.named([&name[..], b".splatinsert"].concat()).insert_element(poison, element, 0)?;
        self.named([&name[..], b".splat"].concat()).shuffle_one(one, &vec![0; len as usize])
    }

    /// `extractvalue` at one index.
    pub fn extract_value(&mut self, aggregate: Value, index: u32) -> Built {
        self.extract_value_at(aggregate, &[index])
    }

    /// `extractvalue`.
    pub fn extract_value_at(&mut self, aggregate: Value, indices: &[u32]) -> Built {
        let ty = typing::extract_value(self.context(), self.type_of(aggregate), indices.iter().copied());
        let ty = self.typed(ty, "extractvalue")?;
        if let Some(folded) = self.fold(&[aggregate], |m| m.fold_extract_value(aggregate, indices)) {
            return Ok(folded);
        }
        let indices = self.indices(indices);
        self.put(InstData::ExtractValue { aggregate, indices }, ty)
    }

    /// `insertvalue` at one index.
    pub fn insert_value(&mut self, aggregate: Value, value: Value, index: u32) -> Built {
        self.insert_value_at(aggregate, value, &[index])
    }

    /// `insertvalue`.
    pub fn insert_value_at(&mut self, aggregate: Value, value: Value, indices: &[u32]) -> Built {
        let ty =
            typing::insert_value(self.context(), self.type_of(aggregate), self.type_of(value), indices.iter().copied());
        let ty = self.typed(ty, "insertvalue")?;
        if let Some(folded) = self.fold(&[aggregate, value], |m| m.fold_insert_value(aggregate, value, indices)) {
            return Ok(folded);
        }
        let indices = self.indices(indices);
        self.put(InstData::InsertValue { aggregate, value, indices }, ty)
    }

    fn indices(&mut self, indices: &[u32]) -> IntList {
        let indices: SmallVec<[Imm; 8]> = indices.iter().map(|&i| Imm(i)).collect();
        self.body.int_list(&indices)
    }

    /// The constant struct, array or vector of type `ty` with these elements.
    ///
    /// # Errors
    /// If the number or the types of the elements do not match `ty`.
    pub fn aggregate(&self, ty: Type, elements: &[Value]) -> Built {
        self.known(ty)?;
        let cx = self.context();
        let (expected, found) = (self.module.constants.element_count(cx, ty), elements.len());
        if expected != Some(found as u64) {
            let expected = expected.unwrap_or(0) as usize;
            return Err(self.type_error(typing::TypeError::ArgumentCount { expected, found }, "constant"));
        }
        for (place, &element) in elements.iter().enumerate() {
            let expected = typing::Expected::Type(cx.element_type(ty, place as u64).unwrap_or(Type::VOID));
            typing::operand(cx, place, self.type_of(element), expected)
                .map_err(|error| self.type_error(error, "constant"))?;
            if !element.is_constant() {
                return Err(BuildError::NotA("constant"));
            }
        }
        Ok(self.module.constants.aggregate(cx, ty, elements))
    }
}
