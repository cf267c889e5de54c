//! Says what is wrong with the files that it is given: code and message of each finding.

use lindworm_ir::Context;
use lindworm_text::{ReadOptions, read};

fn main() -> std::io::Result<()> {
    for file in std::env::args().skip(1) {
        let source = std::fs::read(&file)?;
        match read(&Context::new(), &file, &source, &ReadOptions::default()) {
            Ok(outcome) => {
                for finding in lindworm_verify::verify(&outcome.module).findings {
                    println!("{file}: {finding}");
                }
            }
            Err(errors) => println!("{file}: not read: {}", errors[0].message),
        }
    }
    Ok(())
}
