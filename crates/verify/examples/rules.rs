//! Writes the examples of all rules into a directory, as CODE.bad.ll and CODE.good.ll, and lists codes and messages: what
//! `conformance/rules` compares with LLVM.

use std::path::Path;

use lindworm_verify::{Example, rules};

fn main() -> std::io::Result<()> {
    let dir = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let dir = Path::new(&dir);
    std::fs::create_dir_all(dir)?;
    for rule in rules::all() {
        if let Example::Text(bad) = rule.bad {
            std::fs::write(dir.join(rule.code).with_extension("bad.ll"), bad)?;
        }
        std::fs::write(dir.join(rule.code).with_extension("good.ll"), rule.good)?;
        println!("{}\t{}\t{}\t{}", rule.code, rule.debug_info, rule.section, rule.message);
    }
    Ok(())
}
