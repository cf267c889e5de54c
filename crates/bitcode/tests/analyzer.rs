//! What `llvm-bcanalyzer` shows. The expected text is what LLVM 22's shows of the same bytes.

use lindworm_bitcode::analyzer::{AnalyzeError, AnalyzerOptions, DumpOptions, analyze};
use lindworm_bitcode::bitstream::{Abbreviation, Encoding, Scalar, StreamWriter};
use lindworm_bitcode::codes::{block, metadata, module};
use lindworm_bitcode::file::MAGIC;

/// What is shown, and the message of the error that ended it.
fn shown(data: &[u8], options: &AnalyzerOptions<'_>) -> (String, Option<String>) {
    let mut out = Vec::new();
    let message = match analyze(data, "-", options, &mut out) {
        Ok(()) => None,
        Err(AnalyzeError::Bitcode(error)) => Some(error.message),
        Err(AnalyzeError::Output(error)) => panic!("{error}"),
    };
    (String::from_utf8(out).unwrap(), message)
}

fn dumped() -> AnalyzerOptions<'static> {
    AnalyzerOptions { dump: Some(DumpOptions::default()), ..Default::default() }
}

fn abbreviation(encodings: &[Encoding]) -> Abbreviation {
    Abbreviation(encodings.into())
}

/// A file with something of everything that is shown in a way of its own.
fn sample() -> Vec<u8> {
    let mut out = StreamWriter::default();
    out.bits.bytes(&MAGIC);
    out.enter_block(block::MODULE, 3);
    out.record(module::VERSION, &[2]);
    let text = out.define(abbreviation(&[Encoding::Literal(module::TRIPLE.into()), Encoding::Array(Scalar::Fixed(8))]));
    out.abbreviated(text, module::TRIPLE, &[b'b'.into(), b'p'.into(), b'f'.into()]);
    out.abbreviated(text, module::TRIPLE, &[1, 2]);
    out.enter_block(block::METADATA, 4);
    let strings = out.define(abbreviation(&[
        Encoding::Literal(metadata::STRINGS.into()),
        Encoding::Scalar(Scalar::Vbr(6)),
        Encoding::Scalar(Scalar::Vbr(6)),
        Encoding::Blob,
    ]));
    // Two lengths of six bits each, then the characters.
    out.with_blob(strings, metadata::STRINGS, &[2, 4], b"\xC2\x00\x00\x00ab\"\x01\n");
    out.record(metadata::INDEX_OFFSET, &[1]);
    out.record(metadata::INDEX, &[u64::MAX]);
    out.record(63, &[]);
    out.end_block();
    out.record(module::HASH, &[1, 2, 3, 4, 5]);
    out.end_block();
    out.enter_block(99, 2);
    out.end_block();
    out.enter_block(block::STRTAB, 3);
    let blob = out.define(abbreviation(&[Encoding::Literal(1), Encoding::Blob]));
    out.with_blob(blob, 1, &[], b"plain");
    out.with_blob(blob, 1, &[], b"\xFF'");
    out.end_block();
    out.bits.into_bytes()
}

#[test]
fn a_dump() {
    let data = sample();
    let (text, message) = shown(&data, &dumped());
    assert_eq!(message, None);
    assert_eq!(text, include_str!("analyzer/dump.txt"));
}

#[test]
fn a_dump_with_all_there_is_to_say() {
    let data = sample();
    let dump = DumpOptions { numbers: true, binary_blobs: true, block_info: true };
    let options =
        AnalyzerOptions { dump: Some(dump), no_histogram: true, check_hash: Some(b"before"), ..Default::default() };
    let (text, message) = shown(&data, &options);
    assert_eq!(message, None);
    assert_eq!(text, include_str!("analyzer/full.txt"));
}

/// A file whose `BLOCKINFO` block names things and defines an abbreviation; and one that uses it.
fn block_info() -> (Vec<u8>, Vec<u8>) {
    let name =
        |id: &[u64], text: &[u8]| -> Vec<u64> { id.iter().copied().chain(text.iter().map(|&c| c.into())).collect() };
    let mut info = StreamWriter::default();
    info.bits.bytes(b"TEST");
    info.enter_block(block::BLOCKINFO, 2);
    info.record(1, &[30]);
    info.record(2, &name(&[], b"MINE"));
    info.record(3, &name(&[7], b"SEVEN"));
    info.end_block();
    let mut data = StreamWriter::default();
    data.bits.bytes(b"TEST");
    data.enter_block(30, 2);
    data.record(7, &[1]);
    data.record(8, &[1]);
    data.end_block();
    (info.bits.into_bytes(), data.bits.into_bytes())
}

#[test]
fn names_from_another_file() {
    let (info, data) = block_info();
    let options = AnalyzerOptions { block_info: Some(&info), ..dumped() };
    let (text, _) = shown(&data, &options);
    assert!(
        text.starts_with("<MINE NumWords=2 BlockCodeSize=2>\n  <SEVEN op0=1/>\n  <UnknownCode8 op0=1/>\n</MINE>\n"),
        "{text}"
    );
    assert!(text.contains("Stream type: unknown\n") && text.contains("  Block ID #30 (MINE):\n"), "{text}");
    let (text, _) = shown(&data, &dumped());
    assert!(text.starts_with("<UnknownBlock30 NumWords=2"), "{text}");
}

#[test]
fn what_is_broken() {
    let message = |data: &[u8]| shown(data, &dumped()).1;
    assert_eq!(message(b"").as_deref(), Some("Unexpected end of file reading 0 of 0 bytes"));
    assert_eq!(message(b"BC\xC0\xDE"), None);
    assert_eq!(message(b"BC\xC0\xDE\0\0\0\0").as_deref(), Some("Invalid record at top-level"));
    let data = sample();
    assert_eq!(message(&data[..16]).as_deref(), Some("Unexpected end of file reading 16 of 16 bytes"));
    for len in 0..data.len() {
        shown(&data[..len], &dumped());
    }
    for bit in 0..data.len() * 8 {
        let mut data = data.clone();
        data[bit / 8] ^= 1 << (bit % 8);
        shown(&data, &dumped());
    }
}

#[test]
fn many_blocks_within_each_other() {
    let mut out = StreamWriter::default();
    out.bits.bytes(&MAGIC);
    let depth = 20_000;
    (0..depth).for_each(|_| out.enter_block(40, 2));
    (0..depth).for_each(|_| out.end_block());
    let (text, message) = shown(&out.bits.into_bytes(), &AnalyzerOptions::default());
    assert_eq!(message, None);
    assert!(text.contains("  Tot/Avg SubBlocks: 19999/9.999500e-01\n"), "{text}");
}
