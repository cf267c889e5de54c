//! Upgrades of inline assembly.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::module::InlineAsmData;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Value};

/// Converts the marker of Objective-C runtime calls to a comment that starts with `;` rather than `#`. For bitcode only.
/// Returns whether there was one.
pub fn upgrade_marker(template: &mut [u8]) -> bool {
    let find = |text: &[u8]| template.windows(text.len()).position(|w| w == text);
    let of_runtime = template.starts_with(b"mov\tfp") && find(b"objc_retainAutoreleaseReturnValue").is_some();
    let marker = find(b"# marker").filter(|_| of_runtime);
    if let Some(marker) = marker {
        template[marker] = b';';
    }
    marker.is_some()
}

/// Removes the block address arguments of `callbr`. Indirect destinations are label constraints (`!i`) now.
pub(crate) fn upgrade_callbr(module: &Module, function: Global, body: &mut Body) {
    if module.block_addresses().is_empty() {
        return;
    }
    for block in body.blocks().collect::<Vec<_>>() {
        if let Some(inst) = body.terminator(block) {
            upgrade_one(module, function, body, inst);
        }
    }
}

fn upgrade_one(module: &Module, function: Global, body: &mut Body, inst: Inst) -> Option<()> {
    let InstData::CallBr { call, indirect, .. } = *body.inst(inst) else { return None };
    let ValueKind::InlineAsm(asm) = call.callee.kind() else { return None };
    let asm = module.inline_asm(asm);
    let constraints: Vec<&[u8]> = asm.constraints.split(|&b| b == b',').collect();
    if constraints.iter().any(|c| c.starts_with(b"!")) {
        return None;
    }
    let labels: Vec<Block> = body.list_values(&indirect).iter().filter_map(|v| v.as_block()).collect();
    let args = body.call_args(&call).to_vec();
    let kept = args.len().checked_sub(labels.len()).filter(|_| !labels.is_empty() && call.bundles.is_none())?;
    let is_label = |(&arg, &label): (&Value, &Block)| match module.constants().node(arg).map(|n| &n.data) {
        Some(ConstantData::BlockAddress(i)) => module.block_addresses().get(*i as usize) == Some(&(function, label)),
        _ => false,
    };
    if !args[kept..].iter().zip(&labels).all(is_label) {
        return None;
    }

    let (result, params, variadic) = module.context().function_parts(call.function_type)?;
    let function_type = module.context().function_type(result, params.get(..kept)?, variadic);
    // Outputs have an argument only if they are indirect, clobbers have none.
    let mut arg = 0;
    let mut upgraded = Vec::new();
    for constraint in constraints {
        let takes_argument =
            !constraint.starts_with(b"~") && (!constraint.starts_with(b"=") || constraint.contains(&b'*'));
        let mark: &[u8] = if takes_argument && arg >= kept { b"!" } else { b"" };
        upgraded.push([mark, constraint].concat());
        arg += usize::from(takes_argument);
    }
    let constraints = upgraded.join(&b","[..]).into();
    let callee = module.add_inline_asm(InlineAsmData { function_type, constraints, ..asm.clone() });
    let args = body.list(&args[..kept]);
    if let Some(info) = body.inst_mut(inst).call_info_mut() {
        (info.callee, info.function_type, info.args) = (callee, function_type, args);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_comments() {
        let upgraded = |text: &[u8]| {
            let mut text = text.to_vec();
            upgrade_marker(&mut text);
            text
        };
        let old = b"mov\tfp, fp\t\t# marker for objc_retainAutoreleaseReturnValue";
        assert_eq!(upgraded(old), b"mov\tfp, fp\t\t; marker for objc_retainAutoreleaseReturnValue");
        assert_eq!(upgraded(b"nop # marker"), b"nop # marker");
    }
}
