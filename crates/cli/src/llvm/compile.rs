//! `llc`: compiles a module to an object file or assembly.

use std::mem::ManuallyDrop;

use lindworm::codegen::{CompileError, Options, assembly, compile_object};
use lindworm::ir::data_layout::DataLayout;
use lindworm::ir::triple::default_data_layout;
use lindworm::text::MessageWriter;
use lindworm::{Module, Value};

use super::transform::{read, verify_input};
use super::{Failure, Request, Tool, output_path, target};
use crate::files::write_output;

/// What `llc` writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileType {
    /// GNU assembly, which assembles to the bytes of the object.
    #[default]
    Assembly,
    /// An object file.
    Object,
    /// Nothing: the module is compiled for its errors.
    Null,
}

impl FileType {
    /// The type of that name.
    pub fn from_name(name: &str) -> Option<FileType> {
        Some(match name {
            "asm" => FileType::Assembly,
            "obj" => FileType::Object,
            "null" => FileType::Null,
            _ => return None,
        })
    }
}

/// The options of `llc`.
#[derive(Debug, Default, PartialEq)]
pub struct CompileRequest {
    pub file_type: FileType,
    pub options: Options,
}

/// Reads the module, compiles it and writes the object.
pub fn run(program: &str, request: &Request) -> Result<i32, Failure> {
    let asked = &request.compile;
    let input = request.input();
    let (_, outcome) = read(Tool::Compiler, program, request, input)?;
    let mut outcome = ManuallyDrop::new(outcome);
    use_layout_of_target(request, &mut outcome.module);
    if !request.cpu.is_empty() || !request.features.is_empty() {
        target::set_function_attributes(&mut outcome.module, &request.cpu, &request.features);
    }
    verify_input(Tool::Compiler, program, request, &mut outcome.module)?;
    let refused = |error: CompileError| {
        let lines = messages(&outcome.module, &error).into_iter().map(|line| format!("{program}: error: {line}\n"));
        Failure::from(lines.collect::<String>())
    };
    let object = compile_object(&outcome.module, &asked.options).map_err(refused)?;
    match asked.file_type {
        FileType::Null => {}
        FileType::Object => write_output(&output_path(request, input, ".ll", ".o"), |out| object.write(out))?,
        FileType::Assembly => {
            let text =
                assembly(&object.bytes().map_err(refused)?).map_err(|error| format!("{program}: error: {error}\n"))?;
            write_output(&output_path(request, input, ".ll", ".s"), |out| out.write_all(text.as_bytes()))?;
        }
    }
    Ok(0)
}

/// Gives a module the data layout of its target, whatever its own says, as LLVM's `llc` does.
fn use_layout_of_target(request: &Request, module: &mut Module) {
    let triple = request.triple.as_deref().unwrap_or(module.triple());
    let layout = default_data_layout(module.version(), triple).and_then(|text| DataLayout::parse(text.as_ref()).ok());
    if let Some(layout) = layout.filter(|layout| layout.text != module.data_layout().text) {
        module.set_data_layout(layout);
    }
}

/// What is not supported, with the function and the instruction, a line each.
pub fn messages(module: &Module, error: &CompileError) -> Vec<String> {
    let mut writer = MessageWriter::new(module);
    let describe = |unsupported: &lindworm::codegen::Unsupported| {
        let mut line = unsupported.message(module);
        if let Some(inst) = unsupported.inst {
            let mut text = Vec::new();
            writer.value(&mut text, unsupported.global, Value::from(inst));
            line += &format!(" in '{}'", String::from_utf8_lossy(&text).trim());
        }
        line
    };
    error.unsupported.iter().map(describe).collect()
}
