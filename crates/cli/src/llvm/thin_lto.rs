//! `opt -thinlto-bc`: files for ThinLTO, which links modules by their summaries.

use std::path::Path;

use lindworm::Module;
use lindworm::analysis::module_summary::summarize;
use lindworm::bitcode;
use lindworm::passes::{needs_split, promote_type_ids, unique_id};

use super::{Failure, Request, write_bitcode};

/// Gives a module the flags that are asked for; tells whether it had one of them already.
pub fn add_flags(request: &Request, module: &mut Module) -> bool {
    let flags = [
        (&b"EnableSplitLTOUnit"[..], Some(u32::from(request.split_lto_unit))),
        (b"UnifiedLTO", request.unified_lto.then_some(1)),
    ];
    let mut is_there = false;
    for (name, value) in flags {
        is_there |= value.is_some() && module.flag(name).is_some();
        value.into_iter().for_each(|value| module.add_flag(name, value));
    }
    is_there
}

/// Writes a module with its summary, and what the thin link needs of it to a file of its own if there is to be one.
pub fn write(program: &str, request: &Request, module: &mut Module, output: &Path) -> Result<(), Failure> {
    let options = request.bitcode_options();
    let id = needs_split(module).then(|| unique_id(module));
    let is_split = module.integer_flag(b"EnableSplitLTOUnit").unwrap_or(0) != 0;
    let [whole, part] = match id {
        // A module without exported symbols has no unique id, by which the parts of a split module would identify each other.
        Some(None) if is_split => {
            module.add_flag(b"ThinLTO", 0);
            let options = bitcode::WriteOptions { module_hash: false, ..options };
            let whole = bitcode::write_with_summary(module, &summary_of(module)?, &options);
            [whole.clone(), whole]
        }
        Some(Some(_)) if is_split => {
            let message = "a module with type metadata is to be split, which is not supported";
            return Err(format!("{program}: error: {message}\n").into());
        }
        id => {
            if let Some(id) = id.flatten() {
                promote_type_ids(module, &id);
            }
            bitcode::write_for_thin_link(module, &summary_of(module)?, &options)
        }
    };
    write_bitcode(request, output, &whole)?;
    request.thin_link_file.as_ref().map_or(Ok(()), |file| write_bitcode(request, file, &part))
}

/// The summary of a module, as it can be written.
fn summary_of(module: &Module) -> Result<lindworm::SummaryIndex, Failure> {
    check_names(module).map(|()| summarize(module))
}

/// Refuses what summaries in bitcode cannot name.
pub fn check_names(module: &Module) -> Result<(), Failure> {
    match module.functions().iter().any(|&f| module[f].name().is_empty()) {
        true => Err(Failure::Fatal("Unexpected anonymous function when writing summary".into())),
        false => Ok(()),
    }
}
