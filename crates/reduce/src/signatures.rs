//! Passes that change function types.

use lindworm_ir::attributes::{AttributeList, AttributeOwner, AttributeSet};
use lindworm_ir::editor::Editor;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Body, Context, Global, Inst, InstData, Module, Type, Value};

use crate::body::{defined, insts, is_plain, nothing, operands, set_terminator};
use crate::delta::Oracle;

/// A change of a function's type: the new type, the kept parameters, and the arguments of calls for new parameters.
struct Signature {
    result: Type,
    /// The old numbers of the kept parameters.
    left: Vec<usize>,
    added: Vec<Type>,
}

/// Attributes of the kept parameters; other parameters have none.
fn attributes(cx: &Context, list: AttributeList, signature: &Signature, keeps_result: bool) -> AttributeList {
    let data = cx.attribute_list(list);
    let params: Vec<AttributeSet> = signature.left.iter().map(|&i| data.param(i)).collect();
    let list = cx.make_attribute_list(data.function, data.result, &params);
    match keeps_result {
        true => list,
        false => cx.map_attribute_list(list, |owner, set| match owner {
            AttributeOwner::Result => AttributeSet::EMPTY,
            _ => set,
        }),
    }
}

/// Changes functions, and calls of the functions with matching types.
fn change(module: &mut Module, changes: &HashMap<Global, Signature>) {
    if changes.is_empty() {
        return;
    }
    let cx = module.context().clone();
    let mut old_types = HashMap::default();
    for (&function, signature) in changes {
        let old = module[function].value_type;
        let Some((result, params, variadic)) = cx.function_parts(old) else { continue };
        let mut types: Vec<Type> = signature.left.iter().map(|&i| params[i]).collect();
        types.extend(&signature.added);
        let new = cx.function_type(signature.result, &types, variadic);
        old_types.insert(function, (old, new, result == signature.result));
        // Kept parameters are replaced by the new ones, other parameters by zero.
        let zeros = |body: &Body| body.args().iter().map(|&ty| module.constants().zero(&cx, ty)).collect();
        let mut map: Vec<Value> = module.body(function).map_or_else(Vec::new, zeros);
        module[function].value_type = new;
        if let Some(data) = module[function].as_function_mut() {
            data.attributes = attributes(&cx, data.attributes, signature, result == signature.result);
            if let Some(body) = data.body.as_deref_mut() {
                for (new, &old) in (0..).zip(&signature.left) {
                    map[old] = Value::arg(new);
                }
                body.change_args(&types, &map);
            }
        }
    }
    for function in defined(module) {
        module.change_body(function, |module, body| {
            let mut editor = Editor::new(module, body);
            for inst in insts(editor.body()) {
                let Some(call) = editor.body().inst(inst).call_info() else { continue };
                let Some(callee) = call.callee.as_global() else { continue };
                let Some(&(old, new, keeps_result)) = old_types.get(&callee) else { continue };
                if call.function_type == old {
                    change_call(&mut editor, inst, new, &changes[&callee], keeps_result);
                }
            }
        });
    }
}

fn change_call(editor: &mut Editor<'_>, inst: Inst, new: Type, signature: &Signature, keeps_result: bool) {
    let module = editor.module();
    let cx = module.context();
    let body = editor.body();
    let Some(call) = body.inst(inst).call_info().copied() else { return };
    let all = body.list_values(&call.args).to_vec();
    let count = body.call_args(&call).len();
    let fixed = cx.function_parts(call.function_type).map_or(0, |(_, params, _)| params.len()).min(count);
    let mut args: Vec<Value> = signature.left.iter().filter_map(|&i| all.get(i).copied()).collect();
    args.extend(signature.added.iter().map(|&ty| module.constants().zero(cx, ty)));
    args.extend_from_slice(&all[fixed..]);
    let list = attributes(cx, call.attributes, signature, keeps_result);
    if !keeps_result {
        let ty = editor.body().inst_type(inst);
        if let Some(value) = nothing(module, ty) {
            editor.replace_all(inst.into(), value);
        }
        editor.set_name(inst.into(), b"");
        editor.set_type(inst, signature.result);
    }
    editor.change(inst, |data, values| {
        if let Some(call) = data.call_info_mut() {
            call.args = lindworm_ir::value::ValueList::from_slice(&args, values);
            call.function_type = new;
            call.attributes = list;
        }
    });
}

/// Whether the type of a function may change.
fn can_change(module: &Module, function: Global) -> bool {
    let must_tail = || {
        module.body(function).is_some_and(|body| {
            insts(body).into_iter().any(|i| {
                matches!(body.inst(i), InstData::Call { tail: lindworm_ir::instruction::TailCall::MustTail, .. })
            })
        })
    };
    module.function(function).is_some_and(|f| f.intrinsic.is_none()) && !must_tail()
}

fn result_of(module: &Module, function: Global) -> Type {
    module.context().function_parts(module[function].value_type).map_or(Type::VOID, |(result, ..)| result)
}

pub(crate) fn arguments(module: &mut Module, oracle: &mut Oracle<'_>) {
    let mut changes = HashMap::default();
    for &function in module.functions().iter().filter(|&&f| can_change(module, f)) {
        let Some((result, params, _)) = module.context().function_parts(module[function].value_type) else {
            continue;
        };
        let left: Vec<usize> =
            (0..params.len()).filter(|&i| !is_plain(module.context(), params[i]) || oracle.keep()).collect();
        if left.len() != params.len() {
            changes.insert(function, Signature { result, left, added: Vec::new() });
        }
    }
    change(module, &changes);
}

/// Turns operands of instructions into parameters of the function: one for each value, which takes its name.
pub(crate) fn operands_to_arguments(module: &mut Module, oracle: &mut Oracle<'_>) {
    let mut changes = HashMap::default();
    let mut replaced = Vec::new();
    for function in defined(module) {
        if !can_change(module, function) {
            continue;
        }
        let (Some(body), Some((result, params, false))) =
            (module.body(function), module.context().function_parts(module[function].value_type))
        else {
            continue;
        };
        let mut uses = Vec::new();
        let mut added = Vec::new();
        let mut known: HashSet<Value> = HashSet::default();
        for (at, value) in operands(body) {
            let data = body.inst(at.user);
            let is_callee = data.call_info().is_some() && at.operand as usize + 1 == body.operand_count(at.user);
            if is_callee || value.as_inst().is_none() && value.as_global().is_none() {
                continue;
            }
            let ty = module.value_type(Some(body), value);
            if is_plain(module.context(), ty) && !oracle.keep() {
                if known.insert(value) {
                    added.push(ty);
                }
                uses.push((at, value));
            }
        }
        if !added.is_empty() {
            replaced.push((function, params.len(), uses));
            changes.insert(function, Signature { result, left: (0..params.len()).collect(), added });
        }
    }
    change(module, &changes);
    for (function, first, uses) in replaced {
        module.change_body(function, |module, body| {
            let mut editor = Editor::new(module, body);
            let mut params: HashMap<Value, Value> = HashMap::default();
            for (at, value) in uses {
                let next = Value::arg((first + params.len()) as u32);
                let param = *params.entry(value).or_insert(next);
                if param == next && value.as_inst().is_some() {
                    editor.take_name(value, param);
                }
                editor.set_operand(at, param);
            }
        });
    }
}

/// Makes functions return one of their values.
fn to_return(module: &mut Module, oracle: &mut Oracle<'_>, values: impl Fn(&Module, Global) -> Vec<Value>) {
    let mut changes = HashMap::default();
    let mut returned = Vec::new();
    for function in defined(module) {
        if !can_change(module, function) {
            continue;
        }
        let Some(body) = module.body(function) else { continue };
        let mut chosen = None;
        for value in values(module, function) {
            let ty = module.value_type(Some(body), value);
            let is_first = is_plain(module.context(), ty) && chosen.is_none();
            if is_plain(module.context(), ty) && !oracle.keep() && is_first {
                chosen = Some((value, ty));
            }
        }
        if let Some((value, ty)) = chosen {
            let left = (0..body.args().len()).collect();
            changes.insert(function, Signature { result: ty, left, added: Vec::new() });
            returned.push((function, value));
        }
    }
    change(module, &changes);
    for (function, value) in returned {
        module.change_body(function, |module, body| {
            let mut editor = Editor::new(module, body);
            let at = value.as_inst().and_then(|i| editor.body().inst_block(i)).or(editor.body().entry());
            let Some(block) = at else { return };
            // The function returns right after the value.
            let behind: Vec<Inst> = match value.as_inst() {
                Some(inst) => editor.body().insts(block).skip_while(|&i| i != inst).skip(1).collect(),
                None => editor.body().insts(block).collect(),
            };
            for inst in behind.into_iter().rev() {
                crate::body::erase(&mut editor, inst);
            }
            if editor.body().terminator(block).is_none() {
                editor.insert(
                    lindworm_ir::editor::Point::End(block),
                    InstData::Ret { value: Some(value).into() },
                    Type::VOID,
                );
            }
            let others: Vec<_> = editor.body().blocks().collect();
            for other in others {
                let Some(last) = editor.body().terminator(other) else { continue };
                if other != block && matches!(editor.body().inst(last), InstData::Ret { .. }) {
                    let zero = module.constants().zero(module.context(), editor.type_of(value));
                    set_terminator(&mut editor, other, InstData::Ret { value: Some(zero).into() });
                }
            }
            crate::body::tidy(&mut editor, function);
        });
    }
}

pub(crate) fn arguments_to_return(module: &mut Module, oracle: &mut Oracle<'_>) {
    to_return(module, oracle, |module, function| {
        let count = module.body(function).map_or(0, |body| body.args().len() as u32);
        let is_void = result_of(module, function) == Type::VOID;
        (0..count).filter(|_| is_void).map(Value::arg).collect()
    });
}

pub(crate) fn instructions_to_return(module: &mut Module, oracle: &mut Oracle<'_>) {
    to_return(module, oracle, |module, function| {
        let Some(body) = module.body(function) else { return Vec::new() };
        let is_target = |&inst: &Inst| {
            let next = body.next_inst(inst);
            let is_returned = next.is_some_and(
                |n| matches!(body.inst(n), InstData::Ret { value } if value.expand() == Some(inst.into())),
            );
            !body.inst(inst).is_terminator() && !is_returned && body.inst_type(inst) != Type::VOID
        };
        insts(body).into_iter().filter(is_target).map(Value::from).collect()
    });
}

#[cfg(test)]
mod tests {
    use lindworm_ir::Context;

    use crate::{Options, Pass, reduce};

    #[test]
    fn one_parameter_replaces_all_operands_with_its_value() {
        let text = b"@g = global i32 0

define i32 @f() {
  %x = load i32, ptr @g, align 4
  %y = add i32 %x, %x
  ret i32 %y
}
";
        let module = lindworm_text::read(&Context::new(), "m", text, &Default::default()).unwrap().module;
        let text = |module: &_| String::from_utf8(lindworm_text::to_bytes(module)).unwrap();
        let options =
            Options { passes: vec![Pass::named("operands-to-args").unwrap()], iterations: 1, ..Options::default() };
        let reduced = text(&reduce(module, &options, &|_| true, &mut |_| {}));
        assert!(reduced.contains("@f(ptr %0, i32 %x, i32 %y)") && reduced.contains("add i32 %x, %x"), "{reduced}");
    }
}
