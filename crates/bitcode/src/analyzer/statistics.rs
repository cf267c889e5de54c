//! Statistics of blocks and records: the summary of `llvm-bcanalyzer`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use lindworm_ir::hash::HashMap;

use super::{Names, StreamKind};

/// The statistics of a file.
#[derive(Debug, Default)]
pub(super) struct Statistics {
    pub blocks: BTreeMap<u32, BlockStatistics>,
    pub top_level_blocks: u64,
}

/// The statistics of the blocks with one id, excluding nested blocks.
#[derive(Debug, Default)]
pub(super) struct BlockStatistics {
    pub count: u64,
    pub bits: u64,
    pub blocks: u64,
    pub definitions: u64,
    pub records: u64,
    pub abbreviated: u64,
    pub by_code: HashMap<u32, RecordStatistics>,
}

/// The statistics of the records with one code.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RecordStatistics {
    pub count: u64,
    pub bits: u64,
    pub abbreviated: u64,
}

/// A number in the format of C's `%e`.
fn exponent(number: f64) -> String {
    let text = format!("{number:.6e}");
    match text.split_once('e') {
        Some((digits, power)) => format!("{digits}e{:+03}", power.parse::<i32>().unwrap_or(0)),
        None => text,
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    part as f64 * 100.0 / whole as f64
}

impl Statistics {
    /// Writes the summary of a file of the given size in bytes.
    pub fn write(
        &self,
        out: &mut dyn Write,
        file: &str,
        bytes: u64,
        kind: StreamKind,
        names: &Names,
        histogram: bool,
    ) -> io::Result<()> {
        let bits = bytes * 8;
        writeln!(out, "Summary of {file}:")?;
        writeln!(out, "         Total size: {bits}b/{:.2}B/{}W", bits as f64 / 8.0, bits / 32)?;
        writeln!(out, "        Stream type: {}", kind.name())?;
        writeln!(out, "  # Toplevel Blocks: {}\n", self.top_level_blocks)?;
        writeln!(out, "Per-block Summary:")?;
        for (&id, block) in &self.blocks {
            write!(out, "  Block ID #{id}")?;
            if let Some(name) = names.block(id) {
                out.write_all(b" (")?;
                out.write_all(name)?;
                out.write_all(b")")?;
            }
            writeln!(out, ":")?;
            block.write(out, bits)?;
            if histogram && !block.by_code.is_empty() {
                block.write_histogram(out, |code| names.record(id, code))?;
            }
        }
        Ok(())
    }
}

impl BlockStatistics {
    fn write(&self, out: &mut dyn Write, file_bits: u64) -> io::Result<()> {
        let bits = self.bits;
        writeln!(out, "      Num Instances: {}", self.count)?;
        writeln!(out, "         Total Size: {bits}b/{:.2}B/{}W", bits as f64 / 8.0, bits / 32)?;
        writeln!(out, "    Percent of file: {:.4}%", percent(bits, file_bits))?;
        if self.count > 1 {
            let average = bits as f64 / self.count as f64;
            let words = (average / 32.0) as u64;
            writeln!(out, "       Average Size: {average:.2}/{:.2}B/{words}W", average / 8.0)?;
            let per_block = |n: u64| exponent(n as f64 / self.count as f64);
            writeln!(out, "  Tot/Avg SubBlocks: {}/{}", self.blocks, per_block(self.blocks))?;
            writeln!(out, "    Tot/Avg Abbrevs: {}/{}", self.definitions, per_block(self.definitions))?;
            writeln!(out, "    Tot/Avg Records: {}/{}", self.records, per_block(self.records))?;
        } else {
            writeln!(out, "      Num SubBlocks: {}", self.blocks)?;
            writeln!(out, "        Num Abbrevs: {}", self.definitions)?;
            writeln!(out, "        Num Records: {}", self.records)?;
        }
        if self.records > 0 {
            writeln!(out, "    Percent Abbrevs: {:.4}%", percent(self.abbreviated, self.records))?;
        }
        writeln!(out)
    }

    fn write_histogram<'n>(&self, out: &mut dyn Write, name: impl Fn(u32) -> Option<&'n [u8]>) -> io::Result<()> {
        let mut codes: Vec<_> = self.by_code.iter().collect();
        codes.sort_unstable_by_key(|&(&code, record)| std::cmp::Reverse((record.count, code)));
        writeln!(out, "\tRecord Histogram:")?;
        writeln!(out, "\t\t  Count    # Bits     b/Rec   % Abv  Record Kind")?;
        for (&code, record) in codes {
            write!(out, "\t\t{:7} {:9}", record.count, record.bits)?;
            match record.count {
                1 => write!(out, "          ")?,
                count => write!(out, " {:9.1}", record.bits as f64 / count as f64)?,
            }
            match record.abbreviated {
                0 => write!(out, "        ")?,
                abbreviated => write!(out, " {:7.2}", abbreviated as f64 / record.count as f64 * 100.0)?,
            }
            out.write_all(b"  ")?;
            match name(code) {
                Some(name) => out.write_all(name)?,
                None => write!(out, "UnknownCode{code}")?,
            }
            writeln!(out)?;
        }
        writeln!(out)
    }
}
