//! Whatever can be read, checking it ends, without a panic, and what is found can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lindworm::{Context, FindingWriter, ReadOptions, place_of, read, verify};

fuzz_target!(|source: &[u8]| {
    let options = ReadOptions { spans: true, ..Default::default() };
    let Ok(outcome) = read(&Context::new(), "fuzz", source, &options) else { return };
    let mut writer = FindingWriter::new(&outcome.module);
    let mut out = Vec::new();
    for finding in &verify(&outcome.module).findings {
        writer.write(&mut out, finding);
        let place = outcome.spans.as_ref().and_then(|spans| place_of(finding, &outcome.module, spans));
        assert!(place.is_none_or(|p| p.end <= source.len()), "a place outside of the source");
        out.clear();
    }
});
