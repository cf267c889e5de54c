//! Conversion of records and debug info of older versions to the current form.

use lindworm_ir::Metadata;
use lindworm_ir::debug_info::{MAX_FIELDS, NodeKind, global_variable_expression, subrange};
use lindworm_upgrade::old_debug_info::{self, OldDebugInfo};

use super::definitions::{Definitions, Read, Surroundings};
use crate::codes::metadata as code;
use crate::nodes::rotate;

const INVALID: &str = "Invalid record";
const TOO_LARGE: &str = "Alignment value is too large";

/// Old metadata to upgrade after all of it is read.
#[derive(Default)]
pub(super) struct OldMetadata {
    /// Whether there are strings that are old names of loop properties.
    pub has_loop_tags: bool,
    /// Old debug info, of LLVM 3.9 and earlier.
    pub debug_info: OldDebugInfo,
    /// Compile units, with the ids of their lists of subprograms.
    pub units: Vec<(Metadata, u64)>,
}

/// Information in an old record that has no operand in the current form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A current record.
    Today,
    /// The count, if it is a number, and the lower bound.
    Subrange { count: Option<u64>, lower: u64 },
    /// The variable or its value.
    GlobalVariable { value: u64 },
    /// The function.
    Subprogram { function: u64 },
    /// The list of subprograms.
    CompileUnit { subprograms: u64 },
    /// The type may be referenced by its identifier.
    CompositeType,
    /// Types may be referenced by their identifiers.
    SubroutineType,
}

/// Decodes a number with the sign in its lowest bit; negative ones are stored as their complement.
fn uncomplement(n: u64) -> u64 {
    if n & 1 != 0 { !(n >> 1) } else { n >> 1 }
}

/// Converts the operands of a record to the current layout.
#[inline]
pub(super) fn modernize(code: u32, ops: &mut Vec<u64>) -> Read<Form> {
    let (first, len) = (ops.first().copied().unwrap_or(0), ops.len());
    let limit = |least: usize, most: usize| if (least..=most).contains(&len) { Ok(()) } else { Err(INVALID) };
    match code {
        code::SUBRANGE => match first >> 1 {
            0 | 1 if len < 3 => return Err(INVALID),
            version @ (0 | 1) => {
                let form = Form::Subrange { count: (version == 0).then_some(ops[1]), lower: uncomplement(ops[2]) };
                let count = if version == 0 { 0 } else { ops[1] };
                ops.clear();
                ops.extend([first, count, 0, 0, 0]);
                return Ok(form);
            }
            2 => {}
            _ => return Err("Invalid record: Unsupported version of DISubrange"),
        },
        // The value was a 64-bit number.
        code::ENUMERATOR if first & 4 == 0 => {
            limit(3, usize::MAX)?;
            let value = uncomplement(ops[1]);
            let words = [first, 64, ops[2], rotate(value)];
            ops.clear();
            ops.extend(words);
        }
        // Without the location expression.
        code::STRING_TYPE => {
            limit(8, 9)?;
            if len == 8 {
                ops.insert(5, 0);
            }
        }
        code::BASIC_TYPE => limit(6, 12)?,
        code::DERIVED_TYPE => {
            limit(12, 15)?;
            // The meaning of the additional operand depends on the producer.
            ops.truncate(if len == 14 { 13 } else { len });
        }
        code::COMPOSITE_TYPE => {
            limit(16, 26)?;
            if ops[8] > u32::MAX as u64 {
                return Err(TOO_LARGE);
            }
            ops.truncate(if len == 19 { 18 } else { len });
            if first & 2 == 0 && ops[15] != 0 {
                return Ok(Form::CompositeType);
            }
        }
        code::SUBROUTINE_TYPE => {
            limit(3, 4)?;
            if first < 2 {
                return Ok(Form::SubroutineType);
            }
        }
        code::FILE if !matches!(len, 3 | 5 | 6) => return Err(INVALID),
        code::COMPILE_UNIT => {
            limit(14, 24)?;
            if ops[11] != 0 {
                return Ok(Form::CompileUnit { subprograms: ops[11] });
            }
        }
        code::SUBPROGRAM => return subprogram(ops),
        code::LEXICAL_BLOCK => limit(5, 5)?,
        code::LEXICAL_BLOCK_FILE => limit(4, 4)?,
        code::SUBRANGE_TYPE => limit(13, 13)?,
        code::MACRO | code::MACRO_FILE => limit(5, 5)?,
        code::OBJC_PROPERTY => limit(8, 8)?,
        code::GLOBAL_VAR_EXPR => limit(3, 3)?,
        code::LOCATION if !matches!(len, 5 | 6 | 8) => return Err(INVALID),
        code::ASSIGN_ID if len != 1 => return Err("Invalid DIAssignID record."),
        code::NAMESPACE => match len {
            3 => {}
            // With a file before the name and a line after it.
            5 => {
                ops.truncate(4);
                ops.remove(2);
            }
            _ => return Err(INVALID),
        },
        // Without a file, or without a line.
        code::MODULE => {
            limit(5, 9)?;
            if len < 8 {
                ops.insert(1, 0);
                ops.resize(7, 0);
                ops.push(0);
            }
        }
        code::TEMPLATE_TYPE => limit(3, 4)?,
        code::TEMPLATE_VALUE => {
            limit(5, 6)?;
            if len == 5 {
                ops.insert(4, 0);
            }
        }
        code::GLOBAL_VAR => {
            limit(11, 13)?;
            let value = ops[9];
            match first >> 1 {
                2 => {}
                version @ (0 | 1) => {
                    if ops.get(11).is_some_and(|&align| align > u32::MAX as u64) && version == 0 {
                        return Err(TOO_LARGE);
                    }
                    // The declaration; no template parameters.
                    ops[9] = std::mem::take(&mut ops[10]);
                    ops.truncate(12);
                    if version == 0 {
                        return Ok(Form::GlobalVariable { value });
                    }
                }
                _ => return Err(INVALID),
            }
        }
        code::LOCAL_VAR => {
            limit(8, 10)?;
            if first & 2 != 0 {
                if ops.get(8).is_none_or(|&align| align > u32::MAX as u64) {
                    return Err(TOO_LARGE);
                }
            } else {
                // With a tag, and with `inlinedAt` at the end.
                if len > 8 {
                    ops.remove(1);
                }
                ops.truncate(8);
            }
        }
        code::LABEL => {
            limit(5, 7)?;
            if ops.get(6).is_some_and(|&index| index != u64::MAX && index > u32::MAX as u64) {
                return Err("CoroSuspendIdx value is too large");
            }
        }
        code::IMPORTED_ENTITY => {
            if !(6..=8).contains(&len) {
                return Err("Invalid DIImportedEntity record");
            }
            // Without a file, the line is 0.
            if len == 6 {
                ops[4] = 0;
            }
        }
        _ => {}
    }
    Ok(Form::Today)
}

/// A subprogram. Before version 5, its flags were separate operands.
fn subprogram(ops: &mut Vec<u64>) -> Read<Form> {
    const HAS_UNIT: u64 = 2;
    const HAS_FLAGS: u64 = 4;
    /// A flag that is a subprogram flag now.
    const OLD_MAIN: u64 = 1 << 21;
    const MAIN: u64 = 1 << 8;
    let len = ops.len();
    if !(18..=21).contains(&len) {
        return Err(INVALID);
    }
    let first = ops[0];
    let has_unit = first & HAS_UNIT != 0;
    if first & HAS_FLAGS != 0 {
        if !has_unit {
            return Err(INVALID);
        }
        if ops[11] & OLD_MAIN != 0 {
            ops[11] &= !OLD_MAIN;
            ops[9] |= MAIN;
        }
        return Ok(Form::Today);
    }
    if has_unit && len < 19 {
        return Err(INVALID);
    }
    let flag = |op: u64, flag: u64| if op != 0 { flag } else { 0 };
    let main = flag(ops[13] & OLD_MAIN, MAIN);
    let flags = ops[11] & 3 | flag(ops[7], 4) | flag(ops[8], 8) | flag(ops[14], 16) | main;
    // Since version 2 a unit, and before usually a function, precedes the remaining operands.
    let rest = if len >= 19 { 16 } else { 15 };
    let unit_or_function = if len >= 19 { ops[15] } else { 0 };
    let get = |i: usize| ops.get(i).copied().unwrap_or(0);
    let today = [
        [first, ops[1], ops[2], ops[3], ops[4], ops[5], ops[6]],
        // Scope line, containing type, subprogram flags, virtual index, flags, unit, template parameters.
        [ops[9], ops[10], flags, ops[12], ops[13] & !OLD_MAIN, if has_unit { unit_or_function } else { 0 }, ops[rest]],
        [ops[rest + 1], ops[rest + 2], get(19), get(20), 0, 0, 0],
    ];
    *ops = today.concat();
    Ok(match unit_or_function {
        function if function != 0 && !has_unit => Form::Subprogram { function },
        _ => Form::Today,
    })
}

/// Creates the node of an old record from its fields.
pub(super) fn define(
    definitions: &mut Definitions,
    form: Form,
    kind: NodeKind,
    distinct: bool,
    values: &mut [u64; MAX_FIELDS],
    around: &Surroundings,
    old: &mut OldMetadata,
) -> Read<Metadata> {
    match form {
        Form::Today => {}
        Form::Subrange { count, lower } => {
            if let Some(count) = count {
                values[subrange::COUNT] = definitions.number(around, count);
            }
            values[subrange::LOWER_BOUND] = definitions.number(around, lower);
        }
        Form::GlobalVariable { value } => {
            old.debug_info.has_bare_variables = true;
            let variable = definitions.push_fields(kind, distinct, values);
            let value = definitions.reference_of(value, around)?;
            return Ok(old_variable(definitions, variable, value, around, old));
        }
        Form::Subprogram { function } => {
            let subprogram = definitions.push_fields(kind, distinct, values);
            let function = definitions.reference_of(function, around)?;
            if let Some(function) = function.and_then(|m| definitions.constant_of(m)?.as_global()) {
                old.debug_info.functions.push((function, subprogram));
            }
            return Ok(subprogram);
        }
        Form::CompileUnit { subprograms } => {
            let unit = definitions.push_fields(kind, distinct, values);
            old.units.push((unit, subprograms - 1));
            return Ok(unit);
        }
        Form::CompositeType | Form::SubroutineType => {
            let ty = definitions.push_fields(kind, distinct, values);
            match form {
                Form::CompositeType => old.debug_info.identified.push(ty),
                _ => old.debug_info.function_types.push(ty),
            }
            return Ok(ty);
        }
    }
    Ok(definitions.push_fields(kind, distinct, values))
}

/// The replacement of a global variable with a value, which is a global variable expression now.
fn old_variable(
    definitions: &mut Definitions,
    variable: Metadata,
    value: Option<Metadata>,
    around: &Surroundings,
    old: &mut OldMetadata,
) -> Metadata {
    let constant = value.and_then(|m| definitions.constant_of(m));
    let global = constant.and_then(|v| v.as_global());
    let expression = match (value, constant) {
        (Some(expression), None) => Some(expression),
        (_, Some(constant)) => {
            old_debug_info::elements_of_value(around.module, constant).map(|elements| definitions.expression(&elements))
        }
        (None, None) => None,
    };
    if global.is_none() && expression.is_none() {
        return variable;
    }
    let with = expression.unwrap_or_else(|| definitions.expression(&[]));
    let mut values = [0; MAX_FIELDS];
    values[global_variable_expression::VAR] = variable.bits().into();
    values[global_variable_expression::EXPR] = with.bits().into();
    definitions.clear_words();
    let described = definitions.push_fields(NodeKind::DIGlobalVariableExpression, true, &values);
    if let Some(global) = global {
        old.debug_info.variables.push((global, described));
    }
    if expression.is_some() { described } else { variable }
}
