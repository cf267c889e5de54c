//! A report of `lindworm run` as a JSON object.

use lindworm::interp::{Location, Note, Object, Operand, Program, Report, Site, Value, hex};
use lindworm::run_report::{ReportWriter, kind_name};
use serde_json::{Value as Json, json};

/// Shows reports as JSON.
pub struct JsonReports<'a> {
    pub program: &'a Program,
    pub writer: &'a ReportWriter<'a>,
}

impl JsonReports<'_> {
    /// A report as an object.
    pub fn object_of(&self, report: &Report) -> Json {
        let what = match report.signal {
            Some(_) => "signal",
            None if report.kind.is_some() => "undefined-behaviour",
            None => "error",
        };
        let mut object = json!({"type": what});
        if let Some(kind) = report.kind {
            object["code"] = kind.code.into();
            object["title"] = kind.title.into();
        }
        if let Some(headline) = self.writer.headline(report) {
            object["headline"] = headline.into();
        }
        object["message"] = report.message.as_str().into();
        let site = report.stack.first().copied();
        if let Some(site) = site {
            object["place"] = self.place(site);
        }
        if !report.operands.is_empty() {
            let operand = |o: &Operand| {
                let name = site.and_then(|s| self.writer.operand(s, o.name)).unwrap_or_default();
                let mut object = json!({"name": name, "value": json_value(&o.value)});
                if let Some(of) = &o.object {
                    object["object"] = self.object(o, of);
                }
                object
            };
            object["operands"] = report.operands.iter().map(operand).collect();
        }
        if !report.notes.is_empty() {
            let note = |n: &Note| {
                let mut object = json!({"message": n.message});
                if let Some(site) = n.site {
                    object["place"] = self.place(site);
                }
                object
            };
            object["notes"] = report.notes.iter().map(note).collect();
        }
        object["stack"] = report.stack.iter().map(|&site| self.place(site)).collect();
        if let Some((after, calls)) = report.left_out {
            object["left_out"] = json!({"after": after, "calls": calls});
        }
        if let Some(thread) = report.thread {
            object["thread"] = thread.into();
        }
        object
    }

    fn place(&self, site: Site) -> Json {
        let mut object = json!({"function": String::from_utf8_lossy(self.program.function_name(site.function))});
        if let Some(ir) = self.writer.ir_place(site) {
            object["file"] = ir.file.into();
            object["line"] = ir.place.line.into();
            object["column"] = ir.place.column.into();
        }
        if let Some(text) = self.writer.instruction(site) {
            object["instruction"] = text.into();
        }
        let source = self.program.locations(site);
        if !source.is_empty() {
            let place = |l: &Location| {
                json!({
                    "function": l.function, "file": l.file, "directory": l.directory, "line": l.line, "column": l.column,
                })
            };
            object["source"] = source.iter().map(place).collect();
        }
        object
    }

    fn object(&self, operand: &Operand, object: &Object) -> Json {
        let mut out = json!({"kind": kind_name(object.kind), "size": object.size});
        if let Some(name) = &object.name {
            out["name"] = String::from_utf8_lossy(name).into();
        }
        if let Value::Pointer(pointer) = operand.value {
            out["offset"] = (pointer.address.wrapping_sub(object.address) as i64).into();
        }
        for (key, site) in [("allocated", object.begun), ("ended", object.ended)] {
            if let Some(ir) = site.and_then(|site| self.writer.ir_place(site)) {
                out[key] = json!({"file": ir.file, "line": ir.place.line, "column": ir.place.column});
            }
        }
        out
    }
}

/// Integers and pointers as text, since JSON's numbers may not hold them.
fn json_value(value: &Value) -> Json {
    match value {
        Value::Vector(elements) | Value::Aggregate(elements) => elements.iter().map(json_value).collect(),
        Value::Undef(bits) => json!({"defined": hex(bits.defined_bits()), "undef": hex(bits.undef_bits())}),
        value => value.to_string().into(),
    }
}
