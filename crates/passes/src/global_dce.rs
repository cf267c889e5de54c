//! `globaldce`: removes dead globals, including virtual functions that no call can reach.
//!
//! Virtual functions are known if the module flag `Virtual Function Elim` is set. Then every load from a vtable is a
//! `llvm.type.checked.load`, which names a type and an offset. The `!type` attachments of vtables give the offset of each type,
//! and `!vcall_visibility` states that all such loads are in the module ([Type
//! Metadata](https://llvm.org/docs/TypeMetadata.html)).

use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::eval::{BinaryOp, CastOp};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::value::Constant;
use lindworm_ir::{Global, Metadata, Module, Value};
use lindworm_link::{VirtualFunctions, remove_dead_globals};

use crate::pass::ModulePass;

/// Removes globals that are not reachable from globals that must be kept.
#[derive(Default)]
pub struct GlobalDce {
    /// Whether linkage-unit `!vcall_visibility` is treated as translation-unit visibility: `vfe-linkage-unit-visibility`.
    pub is_linked: bool,
}

impl GlobalDce {
    /// Parses the parameters.
    ///
    /// # Errors
    ///
    /// If there is a parameter other than `vfe-linkage-unit-visibility`, with LLVM's message.
    pub fn parse(parameters: &str) -> Result<GlobalDce, String> {
        let mut pass = GlobalDce::default();
        for parameter in parameters.split(';').filter(|parameter| !parameter.is_empty()) {
            if parameter != "vfe-linkage-unit-visibility" {
                return Err(format!("invalid GlobalDCE pass parameter '{parameter}'"));
            }
            pass.is_linked = true;
        }
        Ok(pass)
    }
}

impl ModulePass for GlobalDce {
    fn name(&self) -> &'static str {
        "globaldce"
    }

    fn class(&self) -> &'static str {
        "GlobalDCEPass"
    }

    fn text(&self) -> String {
        format!("globaldce{}", if self.is_linked { "<vfe-linkage-unit-visibility>" } else { "" })
    }

    fn run(&self, module: &mut Module) {
        let functions = self.virtual_functions(module);
        let unreached = remove_dead_globals(module, &functions);
        if !unreached.is_empty() {
            forget_functions(module, &unreached);
            module.remove_unused_globals(&unreached);
        }
    }
}

const TYPE: MetadataKind = crate::known!(b"type");
const VCALL_VISIBILITY: MetadataKind = crate::known!(b"vcall_visibility");

/// The integer operand of a metadata node at an index.
fn number(module: &Module, node: Metadata, place: usize) -> Option<u64> {
    match operand(module, node, place)?.open() {
        MetadataRef::Value(n) => module.constants().as_u64(module.metadata().value(n)),
        _ => None,
    }
}

fn operand(module: &Module, node: Metadata, place: usize) -> Option<Metadata> {
    Metadata::from_word(*module.metadata().node(node.as_node()?).words.get(place)?)
}

impl GlobalDce {
    fn virtual_functions(&self, module: &Module) -> VirtualFunctions {
        let mut found = VirtualFunctions::default();
        if module.integer_flag(b"Virtual Function Elim").unwrap_or(0) == 0 {
            return found;
        }
        // The vtables of each type, each with the offset of the type.
        let mut vtables: HashMap<Metadata, Vec<(Global, u64)>> = HashMap::default();
        for &variable in module.variables() {
            let data = &module[variable];
            let types = || data.metadata.iter().filter(|(kind, _)| *kind == TYPE).map(|&(_, node)| node);
            if data.is_declaration() || types().next().is_none() {
                continue;
            }
            for node in types() {
                if let (Some(offset), Some(id)) = (number(module, node, 0), operand(module, node, 1)) {
                    vtables.entry(id).or_default().push((variable, offset));
                }
            }
            let visibility = data.metadata.iter().find(|(kind, _)| *kind == VCALL_VISIBILITY);
            let visibility = visibility.and_then(|&(_, node)| number(module, node, 0));
            if visibility == Some(2) || visibility == Some(1) && self.is_linked {
                found.tables.insert(variable);
            }
        }
        if !found.tables.is_empty() {
            let functions = module.functions().iter();
            functions.for_each(|&function| scan_loads(module, function, &vtables, &mut found));
        }
        found
    }
}

/// Records the virtual functions that a function may load. A vtable with any other load keeps all its virtual functions.
fn scan_loads(
    module: &Module,
    function: Global,
    vtables: &HashMap<Metadata, Vec<(Global, u64)>>,
    found: &mut VirtualFunctions,
) {
    let Some(body) = module.body(function) else { return };
    for call in body.blocks().flat_map(|block| body.insts(block)).filter_map(|inst| body.inst(inst).call_info()) {
        let callee = call.callee.as_global().map(|callee| module[callee].name());
        if !callee.is_some_and(|name| name.starts_with(b"llvm.type.checked.load")) {
            continue;
        }
        let [_, offset, id, ..] = *body.call_args(call) else { continue };
        let named = id.as_metadata().and_then(|id| vtables.get(&id));
        for &(vtable, start) in named.into_iter().flatten() {
            let slot = module.constants().as_u64(offset).and_then(|offset| start.checked_add(offset));
            let initializer = module[vtable].as_variable().and_then(|v| v.initializer);
            let loaded = initializer.zip(slot).and_then(|(value, slot)| pointer_at(module, value, slot, vtable));
            match loaded.and_then(|value| module.strip_pointer_casts(value).as_global()) {
                Some(callee) if module[callee].as_function().is_some() => {
                    found.loaded.entry(function).or_default().push(callee);
                }
                _ => drop(found.tables.remove(&vtable)),
            }
        }
    }
}

/// The pointer at an offset of an initializer, or the target of a relative pointer there.
fn pointer_at(module: &Module, value: Value, offset: u64, vtable: Global) -> Option<Value> {
    let (cx, layout) = (module.context(), module.data_layout());
    let (mut value, mut offset) = (value, offset);
    loop {
        let ty = module.value_type(None, value);
        let data = value.as_constant().map(|c| &module.constants().get(c).data);
        if let Some(&ConstantData::DsoLocalEquivalent(global)) = data {
            return (offset == 0).then(|| global.into());
        }
        if cx.is_pointer(ty) {
            return (offset == 0).then_some(value);
        }
        if cx.is_struct(ty) {
            let fields = layout.struct_layout(cx, ty)?;
            let field = fields.offsets.iter().rposition(|start| start.min <= offset)?;
            offset -= fields.offsets[field].min;
            value = module.constants().element(cx, value, field as u64)?;
            continue;
        }
        if cx.is_aggregate(ty) {
            let size = layout.alloc_size(cx, cx.element_type(ty, 0)?)?.min.max(1);
            value = module.constants().element(cx, value, offset / size)?;
            offset %= size;
            continue;
        }
        value = match data? {
            ConstantData::Expr(expr) => match **expr {
                ConstantExpr::Cast { op: CastOp::Trunc | CastOp::PtrToInt, value } => value,
                ConstantExpr::Binary { op: BinaryOp::Sub, lhs, rhs, .. } => {
                    let to = module.base_global(rhs).or_else(|| base_of_number(module, rhs));
                    (to == Some(vtable)).then_some(lhs)?
                }
                _ => return None,
            },
            _ => return None,
        };
    }
}

/// The global whose address an integer constant is.
fn base_of_number(module: &Module, value: Value) -> Option<Global> {
    match &module.constants().get(value.as_constant()?).data {
        ConstantData::Expr(expr) => match **expr {
            ConstantExpr::Cast { op: CastOp::PtrToInt, value } => module.base_global(value),
            _ => None,
        },
        _ => None,
    }
}

/// Replaces pointers to these functions by null, and relative pointers to them by zero.
fn forget_functions(module: &mut Module, functions: &HashSet<Global>) {
    let mut replaced: Vec<(Value, Value)> = Vec::new();
    for constant in (0..module.constants().len() as u32).map(Constant::from_u32) {
        let node = module.constants().get(constant);
        let ConstantData::Expr(expr) = &node.data else { continue };
        let ConstantExpr::Binary { op: BinaryOp::Sub, lhs, .. } = **expr else { continue };
        let to = lhs.as_constant().and_then(|c| match &module.constants().get(c).data {
            ConstantData::Expr(expr) => match **expr {
                ConstantExpr::Cast { op: CastOp::PtrToInt, value } => function_of(module, value),
                _ => None,
            },
            _ => None,
        });
        if to.is_some_and(|to| functions.contains(&to)) {
            replaced.push((constant.into(), module.constants().zero(module.context(), node.ty)));
        }
    }
    for &function in functions {
        let ty = module.value_type(None, function.into());
        replaced.push((function.into(), module.constants().zero(module.context(), ty)));
    }
    module.replace_all(&replaced);
}

fn function_of(module: &Module, pointer: Value) -> Option<Global> {
    match pointer.as_constant().map(|c| &module.constants().get(c).data) {
        Some(&ConstantData::DsoLocalEquivalent(global)) => Some(global),
        _ => pointer.as_global(),
    }
}
