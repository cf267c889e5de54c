//! Whatever the bytes are, reading them as an archive ends, without a panic. The files that were read come out as they were when they
//! are put into an archive of any format.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lindworm_bitcode::archive::write::{NewMember, write};
use lindworm_bitcode::archive::{Archive, ArchiveKind, members};

fuzz_target!(|data: &[u8]| {
    if let Err(error) = members(data) {
        assert!(error.bit <= data.len() as u64 * 8, "an error outside of the file");
    }
    let Ok(archive) = Archive::read(data) else { return };
    // Names that mean something else to a format are none of files.
    let is_plain = |name: &[u8]| {
        let is_letter = |&b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-');
        (1..200).contains(&name.len()) && name.iter().all(is_letter)
    };
    let files: Vec<NewMember> = archive
        .entries
        .iter()
        .filter(|entry| is_plain(&entry.name))
        .filter_map(|entry| {
            let symbols = entry.name.split(|&b| b == b'.').map(<[u8]>::to_vec).filter(|name| !name.is_empty());
            let (name, data) = (entry.name.to_vec(), entry.data?.to_vec());
            Some(NewMember {
                name,
                data,
                modified: entry.modified % 1_000_000,
                mode: 0o644,
                symbols: symbols.collect(),
                ..NewMember::default()
            })
        })
        .collect();
    for kind in [ArchiveKind::Gnu, ArchiveKind::Bsd, ArchiveKind::Darwin, ArchiveKind::Coff] {
        for symbols in [false, true] {
            let written = write(&files, kind, false, symbols);
            let again = Archive::read(&written).expect("what was written is an archive");
            assert_eq!(again.entries.len(), files.len());
            for (entry, file) in again.entries.iter().zip(&files) {
                assert_eq!(*entry.name, *file.name);
                // Those of Darwin fill files up.
                assert!(entry.data.is_some_and(|data| data.starts_with(&file.data)));
            }
        }
    }
});
