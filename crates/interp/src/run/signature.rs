//! Checks that calls and callees match.

use lindworm_ir::attributes::{AttrKind, AttributeSet};
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Type};

use crate::decode::op::CallSite;
use crate::program::Program;
use crate::ub::{Kind, call as kinds};

/// ABI attributes with a type, and their names.
const WITH_TYPE: [(AttrKind, &str); 5] = [
    (AttrKind::BY_VAL, "byval"),
    (AttrKind::BY_REF, "byref"),
    (AttrKind::STRUCT_RET, "sret"),
    (AttrKind::IN_ALLOCA, "inalloca"),
    (AttrKind::PREALLOCATED, "preallocated"),
];

/// ABI attributes without a type. `zeroext` and `signext` are left out, since registers hold no bits beyond the type.
const PLAIN: [(AttrKind, &str); 5] = [
    (AttrKind::IN_REG, "inreg"),
    (AttrKind::NEST, "nest"),
    (AttrKind::SWIFT_SELF, "swiftself"),
    (AttrKind::SWIFT_ERROR, "swifterror"),
    (AttrKind::SWIFT_ASYNC, "swiftasync"),
];

impl CallSite {
    /// The mismatch between this call, in function number `caller`, and function number `callee`, if any.
    pub(crate) fn disagreement(&self, program: &Program, caller: u32, callee: u32) -> Option<(&'static Kind, String)> {
        let (from, to) = (&program.functions[caller as usize], &program.functions[callee as usize]);
        let (module, other) = (&program.modules[from.module], &program.modules[to.module]);
        let (cx, its_cx) = (module.context(), other.context());
        let name = String::from_utf8_lossy(&to.name);
        let its_type = other[to.global].value_type;
        let (result, ..) = cx.function_parts(self.function_type)?;
        let (its_result, its_params, variadic) = its_cx.function_parts(its_type)?;
        let differ = |a: Type, b: Type| if from.module == to.module { a != b } else { !alike(cx, a, its_cx, b) };
        let (passed, wanted) = (self.params.len(), its_params.len());
        if passed < wanted || passed > wanted && !variadic {
            let message = format!("`@{name}` has {wanted} parameters, and is called with {passed} arguments");
            return Some((&kinds::ARGUMENT_COUNT, message));
        }
        if let Some(i) = (0..wanted).find(|&i| differ(self.params[i].ty, its_params[i])) {
            return Some((&kinds::ARGUMENT_TYPE, format!("argument {i} of `@{name}` is of another type")));
        }
        let call = module.body(from.global).and_then(|body| body.inst(self.inst).call_info());
        // The callee of an intrinsic may have a result that the intrinsic ignores.
        let is_through = call.is_none_or(|call| call.function_type != self.function_type);
        if differ(result, its_result) && !(is_through && result == Type::VOID) {
            return Some((&kinds::RESULT_TYPE, format!("the result of `@{name}` is of another type")));
        }
        let function = other.function(to.global)?;
        if function.convention != self.convention {
            return Some((&kinds::CALLING_CONVENTION, format!("`@{name}` has another calling convention")));
        }
        let (here, there) = (cx.attribute_list(call?.attributes), its_cx.attribute_list(function.attributes));
        (0..wanted).find_map(|i| {
            let attribute = differently_passed((cx, here.param(i + self.skipped as usize)), (its_cx, there.param(i)))?;
            Some((&kinds::ABI_ATTRIBUTE, format!("argument {i} is not `{attribute}` both here and at `@{name}`")))
        })
    }
}

/// The ABI attribute in which two parameters differ, if any.
fn differently_passed(a: (&Context, AttributeSet), b: (&Context, AttributeSet)) -> Option<&'static str> {
    let plain = PLAIN.iter().find(|(kind, _)| a.0.has_attribute(a.1, *kind) != b.0.has_attribute(b.1, *kind));
    let with_type =
        WITH_TYPE.iter().find(|(kind, _)| match (a.0.attribute_type(a.1, *kind), b.0.attribute_type(b.1, *kind)) {
            (None, None) => false,
            (Some(x), Some(y)) => !alike(a.0, x, b.0, y),
            _ => true,
        });
    plain.or(with_type).map(|found| found.1)
}

/// Whether two types, possibly of different contexts, are the same. Structs are considered equal to each other, and so are
/// arrays.
fn alike(cx: &Context, a: Type, its_cx: &Context, b: Type) -> bool {
    match (cx.kind(a), its_cx.kind(b)) {
        (
            &TypeKind::Vector { element: x, len, scalable },
            &TypeKind::Vector { element: y, len: its_len, scalable: its_scalable },
        ) => (len, scalable) == (its_len, its_scalable) && alike(cx, x, its_cx, y),
        (x, y) => x == y || cx.is_aggregate(a) && its_cx.is_aggregate(b),
    }
}
