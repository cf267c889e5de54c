//! Sections have the types and flags that LLVM gives them.

mod common;

use std::collections::BTreeMap;

use common::{compiled, has_cc, native_with, read};
use lindworm_codegen::{Options, compile_object};
use object::read::elf::ElfFile64;
use object::{LittleEndian, Object, ObjectSection, ObjectSymbol, SectionFlags, elf};

/// The type and flags of each section that is not empty.
fn sections(text: &str) -> BTreeMap<String, (u32, u64)> {
    let object = compiled(text);
    let file: ElfFile64<'_, LittleEndian> = ElfFile64::parse(&*object).unwrap();
    let properties = |section: object::read::elf::ElfSection64<'_, '_, LittleEndian>| match section.flags() {
        SectionFlags::Elf { sh_type, sh_flags } => (section.name().unwrap().to_owned(), (sh_type.0, sh_flags.0)),
        other => panic!("{other:?}"),
    };
    file.sections().filter(|section| section.size() > 0).map(properties).collect()
}

#[test]
fn names_of_sections_imply_types_and_flags() {
    let sections = sections(
        r#"
@first = global ptr @f, section ".init_array"
@early = global ptr @f, section ".preinit_array"
@late = global ptr @f, section ".fini_array.5"
@other = global ptr @f, section ".init_arrays"
@note = constant i32 3, section ".note.own"
@written = global i32 3, section ".note.written"
@constant = constant ptr null, section ".init_array.1"
@thread = thread_local global i64 1, section "own"
@embedded = private constant [4 x i8] c"BC\C0\DE", section ".llvmbc", align 1
@line = private constant [3 x i8] c"-g\00", section ".llvmcmd", align 1
@llvm.compiler.used = appending global [2 x ptr] [ptr @embedded, ptr @line], section "llvm.metadata"
define void @f() {
  ret void
}
define void @noted() section ".note.code" {
  ret void
}
"#,
    );
    const WRITE: u64 = elf::SHF_ALLOC.0 | elf::SHF_WRITE.0;
    assert_eq!(sections[".init_array"], (elf::SHT_INIT_ARRAY.0, WRITE));
    assert_eq!(sections[".preinit_array"], (elf::SHT_PREINIT_ARRAY.0, WRITE));
    assert_eq!(sections[".fini_array.5"], (elf::SHT_FINI_ARRAY.0, WRITE));
    assert_eq!(sections[".init_arrays"], (elf::SHT_PROGBITS.0, WRITE));
    assert_eq!(sections[".note.own"], (elf::SHT_NOTE.0, elf::SHF_ALLOC.0));
    // The flags are those of what is in the section.
    assert_eq!(sections[".note.written"], (elf::SHT_NOTE.0, WRITE));
    assert_eq!(sections[".note.code"], (elf::SHT_NOTE.0, elf::SHF_ALLOC.0 | elf::SHF_EXECINSTR.0));
    assert_eq!(sections[".init_array.1"], (elf::SHT_INIT_ARRAY.0, elf::SHF_ALLOC.0));
    assert_eq!(sections["own"], (elf::SHT_PROGBITS.0, WRITE | elf::SHF_TLS.0));
    // Bitcode in an object is not loaded with the program.
    assert_eq!(sections[".llvmbc"], (elf::SHT_PROGBITS.0, 0));
    assert_eq!(sections[".llvmcmd"], (elf::SHT_PROGBITS.0, 0));
}

#[test]
fn the_linker_keeps_what_is_used() {
    if !has_cc() {
        return;
    }
    let text = r#"
@kept = internal constant [9 x i8] c"kept-word"
@dropped = internal constant [9 x i8] c"lost-word"
@own = internal global i32 7, section "own"
@llvm.used = appending global [3 x ptr] [ptr @kept, ptr @own, ptr @g], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @dropped], section "llvm.metadata"
define internal void @g() {
  ret void
}
define i32 @main() {
  ret i32 0
}
"#;
    let sections = sections(text);
    let is_kept = |name: &str| sections[name].1 & elf::SHF_GNU_RETAIN.0 != 0;
    assert!(is_kept(".rodata.kept") && is_kept("own") && is_kept(".text.g"));
    assert!(!is_kept(".rodata") && !is_kept(".text"));
    assert_eq!(native_with(&compiled(text), &["-Wl,--gc-sections"]).1, 0);
}

#[test]
fn functions_of_many_threads_keep_their_order() {
    // Large functions follow small ones, so that parts of the module are compiled at very different speeds.
    let body = |i: usize| "  %y = load volatile i32, ptr %p\n".replace("%y", &format!("%y{i}"));
    let function = |i: usize| {
        let insts: String = (0..if i % 40 < 20 { 2 } else { 400 }).map(body).collect();
        format!("define void @f{i:03}(ptr %p) {{\n{insts}  ret void\n}}\n")
    };
    let text: String = (0..200).map(function).collect();
    let object = compiled(&text);
    let mut written = Vec::new();
    compile_object(&read(&text), &Options::default()).unwrap().write(&mut written).unwrap();
    assert!(written == object);
    let file: ElfFile64<'_, LittleEndian> = ElfFile64::parse(&*object).unwrap();
    let functions = file.symbols().filter(|symbol| symbol.is_definition() && symbol.name().unwrap().starts_with('f'));
    let addresses: BTreeMap<String, u64> = functions.map(|f| (f.name().unwrap().to_owned(), f.address())).collect();
    assert_eq!(addresses.len(), 200);
    assert!(addresses.values().is_sorted());
}
