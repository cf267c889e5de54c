//! What stands around modules in bitcode files.

use lindworm_bitcode::bitstream::StreamWriter;
use lindworm_bitcode::codes::{block, identification, strtab, symtab_blob};
use lindworm_bitcode::file::{BitcodeFile, MAGIC, WRAPPER_MAGIC};
use lindworm_bitcode::{Error, bitstream};

/// A file of the blocks that `fill` writes.
fn file(fill: impl FnOnce(&mut StreamWriter)) -> Vec<u8> {
    let mut out = StreamWriter::default();
    out.bits.bytes(&MAGIC);
    fill(&mut out);
    out.bits.into_bytes()
}

fn identification(out: &mut StreamWriter, producer: &str, epoch: u64) {
    out.enter_block(block::IDENTIFICATION, 5);
    let name: Vec<u64> = producer.bytes().map(u64::from).collect();
    out.record(identification::STRING, &name);
    out.record(identification::EPOCH, &[epoch]);
    out.end_block();
}

fn module(out: &mut StreamWriter, version: u64) {
    out.enter_block(block::MODULE, 3);
    out.record(1, &[version]);
    out.end_block();
}

fn blob(out: &mut StreamWriter, id: u32, code: u32, bytes: &[u8]) {
    use bitstream::{Abbreviation, Encoding};
    out.enter_block(id, 3);
    let abbreviation = out.define(Abbreviation([Encoding::Literal(code as u64), Encoding::Blob].into()));
    out.with_blob(abbreviation, code, &[], bytes);
    out.end_block();
}

fn one_module() -> Vec<u8> {
    file(|out| {
        identification(out, "me", 0);
        module(out, 2);
        blob(out, block::STRTAB, strtab::BLOB, b"names");
    })
}

fn error(data: &[u8]) -> Error {
    BitcodeFile::read(data).unwrap_err()
}

#[test]
fn a_module_with_its_producer_and_names() {
    let data = one_module();
    let contents = BitcodeFile::single_module(&data).unwrap();
    assert_eq!(contents.producer(), Ok(Some("me".into())));
    assert_eq!(contents.strings, b"names");
    assert_eq!(contents.start, 32);
    let mut stream = contents.stream().unwrap();
    assert_eq!(stream.enter(block::MODULE, &Default::default()).unwrap().abbrev_width, 3);
}

#[test]
fn names_are_for_the_modules_before_them() {
    let data = file(|out| {
        module(out, 2);
        identification(out, "b", 0);
        module(out, 2);
        blob(out, block::SYMTAB, symtab_blob::BLOB, b"symbols");
        blob(out, block::STRTAB, strtab::BLOB, b"one");
        module(out, 2);
        blob(out, block::SYMTAB, symtab_blob::BLOB, b"more symbols");
        blob(out, block::STRTAB, strtab::BLOB, b"two");
    });
    let file = BitcodeFile::read(&data).unwrap();
    let found: Vec<_> = file.modules.iter().map(|m| (m.strings, m.producer().unwrap())).collect();
    assert_eq!(found, [(&b"one"[..], None), (b"one", Some("b".into())), (b"two", None)]);
    assert_eq!((file.symbol_table, file.symbol_strings), (&b"symbols"[..], &b"one"[..]));
    assert_eq!(BitcodeFile::single_module(&data).unwrap_err().message, "Expected a single module");
}

#[test]
fn a_wrapper_around_the_bitcode() {
    let bitcode = one_module();
    let header = [0x0B17_C0DE, 0, 20, bitcode.len() as u32, 7u32];
    let mut data: Vec<u8> = header.iter().flat_map(|w| w.to_le_bytes()).collect();
    data.extend_from_slice(&bitcode);
    data.extend_from_slice(b"padding!");
    let contents = BitcodeFile::single_module(&data).unwrap();
    assert_eq!((contents.strings, contents.start), (&b"names"[..], (20 + 4) * 8));
    data[12] = 0xFF;
    assert_eq!(error(&data).message, "Invalid bitcode wrapper header");
    assert_eq!(error(&data[..8]).message, "Invalid bitcode wrapper header");
    assert!(data.starts_with(&WRAPPER_MAGIC));
}

#[test]
fn what_is_no_bitcode_file() {
    assert_eq!(error(b"").message, "file too small to contain bitcode header");
    assert_eq!(error(b"; ll").message, "file doesn't start with bitcode header");
    assert_eq!(error(b"BC\xC0\xDE!").message, "Invalid bitcode signature");
    assert_eq!(BitcodeFile::single_module(&MAGIC).unwrap_err().message, "Expected a single module");
}

#[test]
fn a_module_that_ends_too_late() {
    let mut data = file(|out| module(out, 2));
    // The word that says how long the module is.
    data[8] = 200;
    let found = error(&data);
    assert_eq!((&*found.message, found.bit), ("can't skip to bit 6496 from 96", 96));
}

#[test]
fn another_epoch() {
    let data = file(|out| {
        identification(out, "me", 3);
        module(out, 2);
    });
    let error = BitcodeFile::single_module(&data).unwrap().producer().unwrap_err();
    assert_eq!(error.message, "Incompatible epoch: Bitcode '3' vs current: '0'");
    assert_eq!(error.block, Some(block::IDENTIFICATION));
}

#[test]
fn any_bytes_give_an_answer() {
    let data = one_module();
    for len in 0..data.len() {
        let _ = BitcodeFile::read(&data[..len]);
    }
    for bit in 0..data.len() * 8 {
        let mut data = data.clone();
        data[bit / 8] ^= 1 << (bit % 8);
        let _ = BitcodeFile::read(&data).map(|f| f.modules.first().map(|m| m.producer().is_ok()));
    }
}
