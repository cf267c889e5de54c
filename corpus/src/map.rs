//! The maps: what is computed of each module, and the rows that come of it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use lindworm::inspect::pattern::Pattern;
use lindworm::text::MessageWriter;
use lindworm::{Context, Module, ReadOptions, bitcode, read_any, verify};
use rayon::prelude::*;

use crate::features::{OPCODES, StableHash, features, name, tokens};
use crate::table::{Cell, Kind, Table, schema};

/// What is computed.
#[derive(Clone, Debug)]
pub enum Map {
    /// A row for each module: sizes and counts.
    Stats,
    /// A row for each finding of the verifier, and one without a code for a module without findings.
    Check,
    /// A row for each function with a body: counts, types, hash, tokens.
    Features,
    /// A row for each function with a body: its tokens.
    Tokens,
    /// A row for each module: its bitcode, of LLVM 22.
    Upgrade,
    /// A row for each instruction that a pattern matches.
    Grep(Box<Pattern>),
}

/// A module that is to be read.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// What it is called.
    pub name: String,
    /// Text or bitcode, or why there is none.
    pub data: Result<&'a [u8], String>,
}

/// The columns that every table begins with: the name of the module, a hash of its bytes, and why it could not be read. A module that could not be read has one row, in
/// which all other columns are missing.
const COMMON: [(&str, Kind); 3] = [("module", Kind::Text), ("content_hash", Kind::Number), ("error", Kind::Text)];

impl Map {
    /// The names that [`Map::named`] knows.
    pub const NAMES: [&str; 6] = ["stats", "check", "features", "tokens", "upgrade", "grep"];

    /// The map of that name.
    ///
    /// # Errors
    ///
    /// There is none; or it is `grep`, and `pattern` is none.
    pub fn named(map: &str, pattern: Option<&str>) -> Result<Map, String> {
        match (map, pattern) {
            ("stats", None) => Ok(Map::Stats),
            ("check", None) => Ok(Map::Check),
            ("features", None) => Ok(Map::Features),
            ("tokens", None) => Ok(Map::Tokens),
            ("upgrade", None) => Ok(Map::Upgrade),
            ("grep", Some(text)) => match Pattern::new(text) {
                Ok(pattern) => Ok(Map::Grep(Box::new(pattern))),
                Err(e) => Err(format!("'{text}': {e}")),
            },
            ("grep", None) => Err("the map `grep` needs a pattern".into()),
            (known, Some(_)) if Map::NAMES.contains(&known) => Err(format!("the map `{known}` takes no pattern")),
            _ => Err(format!("there is no map `{map}`: one of {}", Map::NAMES.join(", "))),
        }
    }

    /// The columns of the table.
    pub fn columns(&self) -> Vec<(String, Kind)> {
        use Kind::*;
        let own: &[(&str, Kind)] = match self {
            Map::Stats => &[
                ("bytes", Number),
                ("is_bitcode", Flag),
                ("triple", Text),
                ("functions_defined", Number),
                ("functions_declared", Number),
                ("variables", Number),
                ("aliases", Number),
                ("blocks", Number),
                ("instructions", Number),
                ("calls", Number),
                ("constants", Number),
                ("metadata_nodes", Number),
                ("debug_locations", Number),
            ],
            Map::Check => &[("code", Text), ("message", Text), ("function", Text), ("is_debug_info", Flag)],
            Map::Features => &[
                ("function", Text),
                ("linkage", Text),
                ("result_type", Text),
                ("parameter_types", Texts),
                ("blocks", Number),
                ("instructions", Number),
                ("loops", Number),
                ("loop_depth", Number),
                ("calls", Number),
                ("intrinsic_calls", Number),
                ("other_calls", Number),
                ("callees", Texts),
                ("structural_hash", Number),
                ("tokens", Text),
            ],
            Map::Tokens => &[("function", Text), ("tokens", Text)],
            Map::Upgrade => &[("content", Bytes)],
            Map::Grep(_) => &[("function", Text), ("instruction", Text)],
        };
        let named = |&(name, kind): &(&str, Kind)| (name.to_owned(), kind);
        let mut all: Vec<_> = COMMON.iter().chain(own).map(named).collect();
        if matches!(self, Map::Features) {
            all.extend(OPCODES.iter().map(|op| (format!("op_{op}"), Number)));
        }
        all
    }

    /// The schema of the table.
    pub fn schema(&self) -> SchemaRef {
        schema(&self.columns())
    }

    /// Adds the rows of a module.
    fn rows(&self, table: &mut Table, source: &Source<'_>) {
        let data = match &source.data {
            Ok(data) => *data,
            Err(why) => return table.push([Cell::Text(&source.name), Cell::Missing, Cell::Text(why)]),
        };
        let mut hash = StableHash::default();
        hash.bytes(data);
        let common = |error| {
            let error = error_cell(error);
            [Cell::Text(&source.name), Cell::Number(hash.finish()), error]
        };
        // What a module gives is added when all is known: what fails in between gives one row.
        let computed = catch_unwind(AssertUnwindSafe(|| {
            let outcome = read_any(&Context::new(), &source.name, data, &ReadOptions::default());
            outcome.map(|outcome| self.of_module(&outcome.module, data.len())).map_err(|e| e.to_string())
        }));
        match computed {
            Ok(Ok(rows)) => {
                for row in &rows {
                    table.push(common(None).into_iter().chain(row.iter().map(Owned::cell)));
                }
            }
            Ok(Err(error)) => table.push(common(Some(&error))),
            Err(_) => table.push(common(Some("internal error: please report this module"))),
        }
    }

    fn of_module(&self, module: &Module, bytes: usize) -> Vec<Vec<Owned>> {
        let defined = || module.functions().iter().filter_map(|&f| Some((f, module.body(f)?)));
        match self {
            Map::Stats => vec![stats(module, bytes)],
            Map::Check => {
                let findings = verify(module).findings;
                if findings.is_empty() {
                    return vec![Vec::new()];
                }
                let row = |finding: &lindworm::Finding| {
                    vec![
                        Owned::Text(finding.rule.code.into()),
                        Owned::Text(String::from_utf8_lossy(&finding.message).into_owned()),
                        finding.place.global.map_or(Owned::Missing, |g| Owned::Text(name(module, g))),
                        Owned::Flag(finding.rule.debug_info),
                    ]
                };
                findings.iter().map(row).collect()
            }
            Map::Features => defined().map(|(f, body)| feature_row(module, f, body)).collect(),
            Map::Tokens => defined()
                .map(|(f, body)| vec![Owned::Text(name(module, f)), Owned::Text(tokens(module, body))])
                .collect(),
            Map::Upgrade => vec![vec![Owned::Bytes(bitcode::write(module, &bitcode::WriteOptions::default()))]],
            Map::Grep(pattern) => {
                let mut writer = None;
                let (mut rows, mut text) = (Vec::new(), Vec::new());
                for (function, body) in defined() {
                    for inst in body.blocks().flat_map(|block| body.insts(block)) {
                        if !pattern.may_match(body.inst(inst).opcode_name()) {
                            continue;
                        }
                        text.clear();
                        // The module is numbered if anything may match.
                        let writer = writer.get_or_insert_with(|| MessageWriter::new(module));
                        writer.value(&mut text, Some(function), inst.into());
                        if pattern.matches(text.trim_ascii()) {
                            let shown = String::from_utf8_lossy(text.trim_ascii()).into_owned();
                            rows.push(vec![Owned::Text(name(module, function)), Owned::Text(shown)]);
                        }
                    }
                }
                rows
            }
        }
    }
}

fn error_cell(error: Option<&str>) -> Cell<'_> {
    error.map_or(Cell::Missing, Cell::Text)
}

/// A value of a row that outlives its module.
enum Owned {
    Missing,
    Number(u64),
    Flag(bool),
    Text(String),
    Texts(Vec<String>),
    Bytes(Vec<u8>),
}

impl Owned {
    fn cell(&self) -> Cell<'_> {
        match self {
            Owned::Missing => Cell::Missing,
            Owned::Number(n) => Cell::Number(*n),
            Owned::Flag(f) => Cell::Flag(*f),
            Owned::Text(text) => Cell::Text(text),
            Owned::Texts(all) => Cell::Texts(all),
            Owned::Bytes(bytes) => Cell::Bytes(bytes),
        }
    }
}

fn stats(module: &Module, bytes: usize) -> Vec<Owned> {
    let (mut defined, mut blocks, mut instructions, mut calls, mut located) = (0, 0, 0, 0, 0);
    for body in module.functions().iter().filter_map(|&f| module.body(f)) {
        defined += 1;
        for block in body.blocks() {
            blocks += 1;
            for inst in body.insts(block) {
                instructions += 1;
                calls += u64::from(body.inst(inst).call_info().is_some());
                located += u64::from(body.debug_loc(inst).is_some());
            }
        }
    }
    vec![
        Owned::Number(bytes as u64),
        Owned::Flag(module.is_from_bitcode()),
        Owned::Text(String::from_utf8_lossy(module.triple()).into_owned()),
        Owned::Number(defined),
        Owned::Number(module.functions().len() as u64 - defined),
        Owned::Number(module.variables().len() as u64),
        Owned::Number(module.aliases().len() as u64),
        Owned::Number(blocks),
        Owned::Number(instructions),
        Owned::Number(calls),
        Owned::Number(module.constants().len() as u64),
        Owned::Number(module.metadata().node_count() as u64),
        Owned::Number(located),
    ]
}

fn feature_row(module: &Module, function: lindworm::Global, body: &lindworm::Body) -> Vec<Owned> {
    let cx = module.context();
    let global = &module[function];
    let (result, params) = cx.function_parts(global.value_type).map_or((None, &[][..]), |(r, p, _)| (Some(r), p));
    let found = features(module, body);
    let numbers = |all: &[u64]| all.iter().map(|&n| Owned::Number(n)).collect::<Vec<_>>();
    let mut row = vec![
        Owned::Text(name(module, function)),
        Owned::Text(global.linkage.name().into()),
        result.map_or(Owned::Missing, |ty| Owned::Text(ty.display(cx).to_string())),
        Owned::Texts(params.iter().map(|ty| ty.display(cx).to_string()).collect()),
    ];
    row.extend(numbers(&[found.blocks, found.instructions, found.loops, found.loop_depth, found.calls]));
    row.extend(numbers(&[found.intrinsic_calls, found.other_calls]));
    row.push(Owned::Texts(found.callees));
    row.push(Owned::Number(found.hash));
    row.push(Owned::Text(tokens(module, body)));
    row.extend(numbers(&found.opcodes));
    row
}

/// The rows of modules, in their order, computed on all cores. Modules that cannot be read have a row that says why.
///
/// ```
/// use lindworm_corpus::{Map, Source, table};
///
/// let source = Source { name: "m".into(), data: Ok(b"define void @f() {\n  ret void\n}\n") };
/// let batches = table(&Map::Features, &[source])?;
/// assert_eq!(batches.iter().map(|b| b.num_rows()).sum::<usize>(), 1);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
///
/// As [`Table::finish`].
pub fn table(map: &Map, sources: &[Source<'_>]) -> Result<Vec<RecordBatch>, ArrowError> {
    let columns = map.columns();
    let of_chunk = |chunk: &[Source<'_>]| {
        let mut table = Table::new(&columns);
        chunk.iter().for_each(|source| map.rows(&mut table, source));
        table.finish()
    };
    sources.par_chunks(CHUNK).map(of_chunk).collect()
}

/// So many modules are in a batch: the batches are the same on any number of cores.
const CHUNK: usize = 16;
