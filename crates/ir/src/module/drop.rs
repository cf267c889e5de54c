//! Dropping definitions, and removing unused globals.

use lindworm_eval::CastOp;

use crate::constant::ConstantData;
use crate::debug_info::NodeKind;
use crate::hash::HashSet;
use crate::metadata::{Metadata, MetadataRef, NULL_WORD};
use crate::module::{GlobalKind, Module};
use crate::types::Type;
use crate::value::{Constant, Global, Value};

impl Module {
    /// Turns definitions into declarations. These lose their comdat, and functions also their metadata. As in LLVM, the block
    /// addresses of such functions become `inttoptr (i32 1 to ptr)`. Aliases and ifuncs are unchanged. Linear in the module.
    pub fn drop_definitions(&mut self, dropped: &HashSet<Global>) {
        let mut addresses = Vec::new();
        for constant in (0..self.constants.len() as u32).map(Constant::from_u32) {
            let node = self.constants.get(constant);
            if let ConstantData::BlockAddress(i) = node.data
                && self.block_addresses.get(i as usize).is_some_and(|(function, _)| dropped.contains(function))
            {
                let one = self.constants.int(&self.context, Type::I32, 1);
                let address = self.cast_constant(CastOp::IntToPtr, one, node.ty);
                addresses.extend(address.map(|address| (constant.into(), address)));
            }
        }
        for &global in dropped {
            let data = &mut self.globals[global];
            match &mut data.kind {
                GlobalKind::Variable(variable) => variable.initializer = None,
                GlobalKind::Function(function) => {
                    function.body = None;
                    (function.personality, function.prefix, function.prologue) = (None, None, None);
                    data.metadata.clear();
                }
                GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => continue,
            }
            data.comdat = None;
        }
        if !addresses.is_empty() {
            self.replace_all(&addresses);
        }
        // The recorded use-list orders refer to removed uses.
        self.as_read.late_uses.retain(|late| !dropped.contains(&late.function));
        self.as_read.use_list_orders.clear();
    }

    /// Removes globals whose only uses are in each other and in metadata. As in LLVM, a reference from metadata becomes null,
    /// which makes a uniqued node distinct, and a debug record gets an unknown location. Linear in the module.
    pub fn remove_unused_globals(&mut self, removed: &HashSet<Global>) {
        if removed.is_empty() {
            return;
        }
        self.drop_definitions(removed);
        self.remove_globals(removed);
        // Operands of a constant precede it.
        let mut goes = vec![false; self.constants.len()];
        let is_gone = |goes: &[bool], value: Value| match value.as_constant() {
            Some(c) => goes[c.as_u32() as usize],
            None => value.as_global().is_some_and(|g| removed.contains(&g)),
        };
        for index in 0..goes.len() {
            let mut is_made_of_gone = false;
            match &self.constants.get(Constant::from_u32(index as u32)).data {
                ConstantData::BlockAddress(i) => {
                    let address = self.block_addresses.get(*i as usize);
                    is_made_of_gone = address.is_some_and(|(function, _)| removed.contains(function));
                }
                data => data.for_each_operand(|v| is_made_of_gone |= is_gone(&goes, v)),
            }
            goes[index] = is_made_of_gone;
        }
        let values = self.metadata.values().to_vec();
        let gone: HashSet<Metadata> = (0..)
            .zip(&values)
            .filter(|&(_, &value)| is_gone(&goes, value))
            .map(|(i, _)| Metadata::new(MetadataRef::Value(i)))
            .collect();
        if !gone.is_empty() {
            self.forget_metadata(&gone);
        }
    }

    /// Removes references to values as metadata.
    fn forget_metadata(&mut self, gone: &HashSet<Metadata>) {
        for node in 0..self.metadata.node_count() as u32 {
            let node_ref = self.metadata.node(node);
            let mut loses = false;
            node_ref.for_each_ref(|m| loses |= gone.contains(&m));
            if loses && !node_ref.distinct {
                let (kind, words) = (node_ref.kind, node_ref.words.to_vec());
                self.metadata.set_node(node, kind, true, &words);
            }
        }
        let nodes = 0..self.metadata.node_count() as u32;
        self.metadata.map_refs(nodes, |m| if gone.contains(&m) { Metadata::from_bits(NULL_WORD) } else { m });
        let poison = self.metadata.add_value(self.constants.poison(Type::PTR));
        let empty = self.metadata.add_node(NodeKind::Tuple, false, &[]);
        for &function in &self.functions {
            if let Some(body) = self.globals[function].as_function_mut().and_then(|f| f.body.as_deref_mut()) {
                body.map_attached_metadata(|m| if gone.contains(&m) { poison } else { m });
                body.map_metadata_operands(|m| if gone.contains(&m) { empty } else { m });
            }
        }
    }
}
