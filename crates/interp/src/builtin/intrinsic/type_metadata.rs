//! [Type metadata](https://llvm.org/docs/TypeMetadata.html): whether a pointer is an address that a global's `!type` associates
//! with a type.

use lindworm_ir::Module;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::metadata::{Metadata, MetadataRef};
use lindworm_ir::module::GlobalKind;

use super::general::load_relative;
use crate::builtin::argument::offset;
use crate::builtin::{Call, Then, builtins};
use crate::program::Program;
use crate::promise::metadata::{integers, operands};
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "llvm.type.test" = |c| {
        let (_, is_member) = test(c, 1)?;
        c.give(is_member.into())
    },
    // In a completely linked program, public types are like others.
    "llvm.public.type.test" = |c| {
        let (_, is_member) = test(c, 1)?;
        c.give(is_member.into())
    },
    "llvm.type.checked.load" = |c| {
        let (pointer, is_member) = test(c, 2)?;
        let at = c.signed(1)?;
        let loaded = match is_member {
            true => c.state.read_pointer(offset(pointer, at as u64), 0)?,
            // The result is undefined and must not be used.
            false => Reg::poison(c.state.site()),
        };
        give(c, loaded, is_member)
    },
    "llvm.type.checked.load.relative" = |c| {
        let (_, is_member) = test(c, 2)?;
        match is_member {
            true => load_relative(c)?,
            false => c.give_register(Reg::poison(c.state.site()))?,
        };
        let loaded = c.result[0];
        give(c, loaded, is_member)
    },
}

/// The addresses associated with each type of the program.
pub(crate) type Members = HashMap<TypeId, HashSet<u64>>;

/// A type identifier. Equal strings of different modules are the same identifier.
#[derive(PartialEq, Eq, Hash)]
pub(crate) enum TypeId {
    Name(Box<[u8]>),
    Node(usize, Metadata),
}

impl TypeId {
    fn of(module: &Module, number: usize, metadata: Metadata) -> TypeId {
        match metadata.open() {
            MetadataRef::String(s) => TypeId::Name(module.metadata().string(s).into()),
            _ => TypeId::Node(number, metadata),
        }
    }
}

fn give(c: &mut Call<'_>, loaded: Reg, is_member: bool) -> Result<Then, Stop> {
    for (to, value) in c.result.iter_mut().zip([loaded, Reg::int(is_member.into())]) {
        *to = value;
    }
    Ok(Then::Return)
}

/// The first argument, and whether it is a member of the type in argument `i`.
fn test(c: &mut Call<'_>, i: usize) -> Result<(Reg, bool), Stop> {
    let pointer = c.arg(0)?;
    let Some(metadata) = c.metadata(i) else { return Ok((pointer, false)) };
    if c.state.type_members.is_none() {
        c.state.type_members = Some(c.state.find_type_members(c.program));
    }
    let id = TypeId::of(&c.program.modules[c.module], c.module, metadata);
    let members = c.state.type_members.as_ref().and_then(|all| all.get(&id));
    Ok((pointer, members.is_some_and(|members| members.contains(&pointer.bits))))
}

impl State {
    fn find_type_members(&mut self, program: &Program) -> Members {
        let mut found = Members::default();
        for (m, module) in program.modules.iter().enumerate() {
            let kind = module.context().metadata_kind(b"type");
            for global in module.definition_order() {
                let g = &module[global];
                let nodes: Vec<Metadata> = g.metadata.iter().filter(|a| a.0 == kind).map(|a| a.1).collect();
                let has_address = matches!(g.kind, GlobalKind::Function(_) | GlobalKind::Variable(_));
                if nodes.is_empty() || !has_address || program.resolve(m, global) != (m, global) {
                    continue;
                }
                let address = self.address(program, m, global).bits;
                for node in nodes {
                    let offset = integers(module, node).next().map_or(0, |n| n.low_u64());
                    if let Some(id) = operands(module, node).nth(1) {
                        found.entry(TypeId::of(module, m, id)).or_default().insert(address.wrapping_add(offset));
                    }
                }
            }
        }
        found
    }
}
