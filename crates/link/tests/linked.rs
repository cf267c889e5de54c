//! Modules that are linked, and what comes of it. Each file of `linked/` holds the modules, each behind a line `;--- NAME`, and after
//! `;--- linked` the text of the linked module, or after `;--- error` the message. Options of a module stand behind its name.

use std::fs;
use std::path::Path;

use lindworm_ir::Context;
use lindworm_link::{LinkOptions, Linker};
use lindworm_text::{ReadOptions, read, to_bytes};

/// What comes of the modules of a file; each is read into the context that `context` gives for it.
fn linked(source: &str, context: impl Fn(&Context) -> Context) -> String {
    let cx = Context::new();
    let mut linker = Linker::new(&cx, "linked");
    for part in source.split(";--- ").skip(1) {
        let (title, text) = part.split_once('\n').unwrap();
        if matches!(title, "linked" | "error") {
            break;
        }
        let mut words = title.split(' ');
        let name = words.next().unwrap();
        let has = |option: &str| title.split(' ').any(|word| word == option);
        let options = LinkOptions {
            only_needed: has("only-needed"),
            override_earlier: has("override"),
            internalize: has("internalize"),
        };
        let module = read(&context(&cx), name, text.as_bytes(), &ReadOptions::default()).unwrap().module;
        if let Err(error) = linker.link(module, &options) {
            return error.to_string();
        }
    }
    let text = String::from_utf8(to_bytes(&linker.finish())).unwrap();
    text.split_once("\n\n").map_or(String::new(), |(_, rest)| rest.to_owned())
}

#[test]
fn modules_are_linked_as_by_llvm() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/linked");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let source = fs::read_to_string(&path).unwrap();
        let (_, expected) = source.split_once(";--- linked\n").or_else(|| source.split_once(";--- error\n")).unwrap();
        // Modules of other contexts come to the same.
        for (kind, found) in
            [("one context", linked(&source, Clone::clone)), ("several", linked(&source, |_| Context::new()))]
        {
            if found.trim_end() != expected.trim_end() {
                wrong.push(format!("{} ({kind}):\n{found}", path.display()));
            }
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 20);
}

/// Of an archive, what is needed is linked, and what that needs; what is only declared `extern_weak` is not.
#[test]
fn archives_are_searched_on_demand() {
    let read = |text: &str| read(&Context::new(), "m", text.as_bytes(), &ReadOptions::default()).unwrap().module;
    let cx = Context::new();
    let mut linker = Linker::new(&cx, "linked");
    let main = "declare void @a()\ndeclare extern_weak void @w()\n\
        define void @main() {\n  call void @a()\n  call void @w()\n  ret void\n}\n";
    linker.link(read(main), &LinkOptions::default()).unwrap();
    let of = |name: &str| format!("define void @{name}() {{\n  ret void\n}}\n");
    let a = "@x = external global i32\ndefine void @a() {\n  store i32 0, ptr @x\n  ret void\n}\n";
    let members = [of("unused"), "@x = global i32 1\n".into(), of("w"), a.into(), of("a")].map(|text| read(&text));
    linker.link_needed(members.into(), &LinkOptions::default()).unwrap();
    let module = linker.finish();
    let defined = |name: &[u8]| module.global_named(name).is_some_and(|g| !module[g].is_declaration());
    assert!(defined(b"a") && defined(b"x"));
    assert!(!defined(b"w") && module.global_named(b"unused").is_none());
}
