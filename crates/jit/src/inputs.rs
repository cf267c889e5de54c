//! The objects of a program: the given objects, and the archive members that they need.

use std::collections::HashSet;

use object::read::archive::ArchiveFile;
use object::read::elf::ElfFile64;
use object::{Architecture, LittleEndian, Object, ObjectKind, ObjectSymbol};

use crate::JitError;

/// An ELF object.
pub type File<'d> = ElfFile64<'d, LittleEndian>;

/// An error in an object.
pub fn malformed(error: object::read::Error) -> JitError {
    JitError::Object(format!("an object is malformed: {error}"))
}

fn parse(bytes: &[u8]) -> Result<File<'_>, JitError> {
    let unknown = |_| JitError::Object("The file was not recognized as a valid object file".into());
    let file = File::parse(bytes).map_err(unknown)?;
    if file.architecture() != Architecture::X86_64 || file.kind() != ObjectKind::Relocatable {
        return Err(JitError::Object("a file is not an object for x86-64".into()));
    }
    Ok(file)
}

/// The defined and undefined symbols of some objects.
#[derive(Default)]
struct Names<'d> {
    defined: HashSet<&'d [u8]>,
    undefined: HashSet<&'d [u8]>,
}

impl<'d> Names<'d> {
    fn add(&mut self, file: &File<'d>) {
        for symbol in file.symbols().filter(|s| !s.is_local()) {
            let Ok(name) = symbol.name_bytes() else { continue };
            match symbol.is_undefined() {
                true if !symbol.is_weak() => self.undefined.insert(name),
                true => false,
                false => self.defined.insert(name),
            };
        }
    }

    fn lacks(&self, name: &[u8]) -> bool {
        self.undefined.contains(name) && !self.defined.contains(name)
    }
}

/// The objects to load.
pub fn files<'d>(objects: &'d [Vec<u8>], archives: &'d [Vec<u8>]) -> Result<Vec<File<'d>>, JitError> {
    let mut files = objects.iter().map(|bytes| parse(bytes)).collect::<Result<Vec<_>, _>>()?;
    let mut names = Names::default();
    files.iter().for_each(|file| names.add(file));
    let mut members = Vec::new();
    for bytes in archives {
        let archive = ArchiveFile::parse(&**bytes).map_err(malformed)?;
        for member in archive.members() {
            let data = member.and_then(|m| m.data(&**bytes)).map_err(malformed)?;
            members.push(parse(data)?);
        }
    }
    // A member may need another member.
    loop {
        let before = members.len();
        let mut left = Vec::new();
        for member in members {
            let is_needed = member
                .symbols()
                .any(|s| s.is_definition() && !s.is_local() && s.name_bytes().is_ok_and(|name| names.lacks(name)));
            if is_needed {
                names.add(&member);
                files.push(member);
            } else {
                left.push(member);
            }
        }
        members = left;
        if members.len() == before {
            return Ok(files);
        }
    }
}
