//! `llvm-split`: splits a module into parts.

use std::mem::ManuallyDrop;
use std::path::PathBuf;

use lindworm::Module;
use lindworm::bitcode;
use lindworm::ir::triple::{Arch, Triple, normalize};
use lindworm::link::{AmdgpuOptions, Category, SplitOptions, split, split_amdgpu, split_by_category};
use lindworm::text::Writer;
use lindworm::verifier::{Options, verify_with};

use super::transform::{drop_broken_debug_info, put_text, read, show};
use super::{Failure, Request, Tool, bitcode_of};
use crate::files::write_output;
use crate::streams::tell;

/// The options of `llvm-split`.
#[derive(Debug, Default, PartialEq)]
pub struct SplitRequest {
    pub parts: Option<u32>,
    pub preserve_locals: bool,
    pub round_robin: bool,
    pub category: Option<Category>,
    pub amdgpu: AmdgpuOptions,
}

/// Reads the module and writes its parts.
pub fn run(program: &str, request: &Request) -> Result<i32, Failure> {
    let target = request.triple.as_ref().map(|triple| normalize(triple));
    let is_amdgpu = match &target {
        None => false,
        Some(triple) => match Triple::arch_of(triple) {
            Arch::Unknown => {
                let name = String::from_utf8_lossy(triple).into_owned();
                let text =
                    format!("unknown target '{name}': No available targets are compatible with triple \"{name}\"");
                return Err(text.into());
            }
            arch => arch == Arch::AmdGcn,
        },
    };
    let of_input = Request { triple: None, version: request.version, ..Request::default() };
    let (_, outcome) = read(Tool::Split, program, &of_input, request.input())?;
    let mut module = ManuallyDrop::new(outcome.module);
    drop_broken_debug_info(Tool::Split, program, request, &mut module)?;
    let asked = &request.split;
    let mut written = Ok(());
    let mut count = 0;
    let mut put = |part: Module| {
        if written.is_ok() {
            written = put_part(request, &part, count);
        }
        count += 1;
    };
    let parts = asked.parts.unwrap_or(2) as usize;
    if let Some(category) = asked.category {
        split_by_category(&module, category, put);
        return written.map(|()| 0);
    }
    if target.is_some() {
        for (flag, name) in [(asked.preserve_locals, "preserve-locals"), (asked.round_robin, "round-robin")] {
            if flag {
                tell(format!("warning: --{name} has no effect when using TargetMachine::splitModule\n"));
            }
        }
    }
    if is_amdgpu {
        split_amdgpu(&mut module, parts, asked.amdgpu, put);
        return written.map(|()| 0);
    }
    if target.is_some() {
        tell("warning: TargetMachine::splitModule failed, falling back to default splitModule implementation\n");
    }
    let options = SplitOptions { parts, preserve_locals: asked.preserve_locals, round_robin: asked.round_robin };
    split(&mut module, options, &mut put);
    written.map(|()| 0)
}

/// Checks and writes a part.
fn put_part(request: &Request, part: &Module, number: usize) -> Result<(), Failure> {
    let report = verify_with(part, Options::default());
    if !report.is_ok() {
        show(request, part, &report);
        return Err("Broken module!\n".to_owned().into());
    }
    let is_text = request.split.category.is_some() && request.assembly;
    let mut path = request.output.clone().unwrap_or_default().into_os_string();
    path.push(match request.split.category {
        Some(_) => format!("_{number}{}", if is_text { ".ll" } else { ".bc" }),
        None => number.to_string(),
    });
    let path = PathBuf::from(path);
    if is_text {
        return put_text(&path, &Writer::with_options(part, &request.write_options()), None);
    }
    let options = bitcode::WriteOptions { preserve_use_list_order: false, ..request.bitcode_options() };
    Ok(write_output(&path, |out| out.write_all(&bitcode_of(part, None, &options)))?)
}
