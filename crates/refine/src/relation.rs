//! The refinement relation between behaviours.

use std::fmt::Write;

use lindworm_eval::Int;
use lindworm_interp::{Byte, Value};

use crate::behaviour::{Behaviour, End, Known};

/// An aspect of a behaviour.
#[derive(Clone, Copy)]
pub enum Aspect {
    End,
    Events,
    Output,
    /// A known object, by number, and one of its bytes.
    Memory(usize, usize),
}

/// The first aspect in which the source, which has no undefined behaviour, does not allow the target's behaviour. Only variables
/// for which `is_compared` holds are compared.
pub fn difference(source: &Behaviour, target: &Behaviour, is_compared: &dyn Fn(&[u8]) -> bool) -> Option<Aspect> {
    let sides = Sides { source, target };
    if !sides.end() {
        return Some(Aspect::End);
    }
    if !sides.events() {
        return Some(Aspect::Events);
    }
    if source.output != target.output {
        return Some(Aspect::Output);
    }
    source.known.iter().enumerate().find_map(|(object, known)| {
        let is_skipped = known.name.strip_prefix('@').is_some_and(|name| !is_compared(name.as_bytes()));
        let byte = if is_skipped { None } else { differing_byte(known, &target.known) };
        byte.map(|byte| Aspect::Memory(object, byte))
    })
}

/// The first byte of an object whose final value the source does not allow; 0 if only one side freed the object.
fn differing_byte(source: &Known, target: &[Known]) -> Option<usize> {
    let target = target.iter().find(|it| it.name == source.name && it.len == source.len)?;
    match (&source.bytes, &target.bytes) {
        (Some(source), Some(target)) => source.iter().zip(target).position(|(source, target)| match (source, target) {
            (Byte::Undefined, _) | (_, Byte::OfPointer) | (Byte::OfPointer, Byte::Defined(_)) => false,
            (source, target) => source != target,
        }),
        (None, None) => None,
        _ => Some(0),
    }
}

/// Two behaviours whose values are compared.
#[derive(Clone, Copy)]
struct Sides<'a> {
    source: &'a Behaviour,
    target: &'a Behaviour,
}

impl Sides<'_> {
    fn end(self) -> bool {
        match (&self.source.end, &self.target.end) {
            (End::Returned(None), End::Returned(None)) => true,
            (End::Returned(Some(source)), End::Returned(Some(target))) => self.value(source, target),
            (End::Exited(source), End::Exited(target)) | (End::Signalled(source), End::Signalled(target)) => {
                source == target
            }
            _ => false,
        }
    }

    fn events(self) -> bool {
        let [source, target] = [&self.source.events, &self.target.events];
        source.len() == target.len()
            && source.iter().zip(target).all(|(source, target)| {
                source.name == target.name
                    && source.arguments.len() == target.arguments.len()
                    && source.arguments.iter().zip(&target.arguments).all(|(source, target)| self.value(source, target))
            })
    }

    fn value(self, source: &Value, target: &Value) -> bool {
        match (source, target) {
            (Value::Poison(_), _) => true,
            (_, Value::Poison(_)) => false,
            (Value::Vector(source), Value::Vector(target)) | (Value::Aggregate(source), Value::Aggregate(target)) => {
                source.len() == target.len()
                    && source.iter().zip(target).all(|(source, target)| self.value(source, target))
            }
            (Value::Undef(source), target) => {
                let (bits, undef) = match target {
                    Value::Undef(target) => (target.defined_bits().clone(), target.undef_bits().clone()),
                    Value::Int(int) => (int.clone(), Int::zero(int.width())),
                    Value::Float(float) => (float.to_int_bits(), Int::zero(float.format().bits())),
                    // Addresses differ.
                    _ => return true,
                };
                if bits.width() != source.defined_bits().width() {
                    return false;
                }
                let fixed = source.undef_bits().not();
                undef.and(&fixed).is_zero() && bits.xor(source.defined_bits()).and(&fixed).is_zero()
            }
            (Value::Float(source), Value::Float(target)) => source.is_nan() && target.is_nan() || source == target,
            (Value::Pointer(source), Value::Pointer(target)) => {
                place(source.address, &self.source.known) == place(target.address, &self.target.known)
            }
            (source, target) => source == target,
        }
    }
}

/// The meaning of an address on both sides: null, or an offset in a known object.
fn place(address: u64, known: &[Known]) -> Option<(&str, u64)> {
    if address == 0 {
        return Some(("null", 0));
    }
    let at = |it: &&Known| it.address <= address && address - it.address < it.len.max(1);
    known.iter().find(at).map(|it| (it.name.as_str(), address - it.address))
}

impl Behaviour {
    /// A one-line description of an aspect of the behaviour.
    pub fn text(&self, aspect: Aspect) -> String {
        match aspect {
            Aspect::End => match &self.end {
                End::Returned(None) => "returns".into(),
                End::Returned(Some(value)) => match value {
                    Value::Pointer(pointer) => match place(pointer.address, &self.known) {
                        Some(("null", 0)) => "returns null".into(),
                        Some((name, 0)) => format!("returns the address of {name}"),
                        Some((name, offset)) => format!("returns the address of {name}, plus {offset}"),
                        None => "returns another pointer".into(),
                    },
                    value => format!("returns {value}"),
                },
                End::Exited(code) => format!("exits with code {code}"),
                End::Signalled(signal) => format!("is ended by signal {signal}"),
                End::Undefined(report) => format!("has undefined behaviour: {report}"),
            },
            Aspect::Events => {
                let mut text = String::from("calls ");
                for (i, event) in self.events.iter().enumerate() {
                    let arguments: Vec<String> = event.arguments.iter().map(ToString::to_string).collect();
                    let comma = if i > 0 { ", " } else { "" };
                    let _ = write!(text, "{comma}@{}({})", event.name, arguments.join(", "));
                }
                if self.events.is_empty() { "calls nothing".into() } else { text }
            }
            Aspect::Output => format!("prints {:?}", String::from_utf8_lossy(&self.output)),
            Aspect::Memory(object, byte) => {
                let Some(known) = self.known.get(object) else { return "has another memory".into() };
                let Some(bytes) = &known.bytes else { return format!("frees {}", known.name) };
                let value = match bytes.get(byte) {
                    Some(Byte::Defined(value)) => format!("{value:#04x}"),
                    Some(Byte::OfPointer) => "a part of a pointer".into(),
                    _ => "undefined".into(),
                };
                format!("leaves byte {byte} of {} as {value}", known.name)
            }
        }
    }
}
