//! Reading a module: all of it, or the bodies of functions when somebody asks for them.

use std::sync::PoisonError;

use lindworm_ir::Context;
use lindworm_upgrade::{Age, Refused};

use super::function::{ReadBody, read_body};
use super::module::{BodyPlace, ModuleReader};
use super::upgrade::{upgrade_calls, upgrade_module};
use super::{ReadOptions, ReadOutcome};
use crate::error::{Error, Result};
use crate::file::{BitcodeFile, ModuleContents};
use crate::parallel;

/// A module whose function bodies are read when somebody asks for them.
pub struct LazyModule<'d> {
    data: &'d [u8],
}

/// Reads the single module of a bitcode file.
pub fn read(cx: &Context, name: &str, data: &[u8], options: &ReadOptions) -> Result<ReadOutcome> {
    read_module(cx, name, &BitcodeFile::single_module(data)?, options)
}

/// Reads a module of a bitcode file. An error's place is in the whole file.
pub fn read_module(
    cx: &Context,
    name: &str,
    contents: &ModuleContents<'_>,
    options: &ReadOptions,
) -> Result<ReadOutcome> {
    let producer = contents.producer().map_err(|error| contents.in_file(error))?;
    read_all(cx, name, contents, options).map_err(|mut error| {
        error.producer = producer;
        contents.in_file(error)
    })
}

fn read_all(cx: &Context, name: &str, contents: &ModuleContents<'_>, options: &ReadOptions) -> Result<ReadOutcome> {
    let mut reader = ModuleReader::read(cx, name, contents, options, false)?;
    let bodies = read_bodies(&reader, contents, options)?;
    let mut with_metadata = Vec::with_capacity(bodies.len());
    let (mut intrinsics, mut records) = (false, false);
    for (body, place) in bodies.into_iter().zip(&reader.bodies) {
        intrinsics |= body.has_debug_intrinsics;
        records |= body.has_debug_records;
        if intrinsics && records {
            return Err(Error::new(place.bit, "Mixed debug intrinsics and debug records in bitcode module!"));
        }
        let global = &mut reader.module.globals[body.function];
        if let Some(function) = global.as_function_mut() {
            function.personality = function.personality.or(body.personality);
        }
        with_metadata.push((body.function, body.body, body.metadata));
    }
    let ModuleReader { mut module, metadata, tables, .. } = reader;
    let age = if tables.types.has_typed_pointers() { Age::Typed } else { Age::Opaque };
    metadata.finish(&mut module, with_metadata, options.upgrade)?;
    let addresses = tables.block_addresses.into_inner().unwrap_or_else(PoisonError::into_inner);
    for &(function, block) in &addresses.list {
        match module.body(function) {
            None => return Err(Error::new(0, "Never resolved function from blockaddress")),
            Some(body) if block.as_u32() as usize >= body.block_count() => return Err(Error::new(0, "Invalid ID")),
            Some(_) => {}
        }
    }
    module.block_addresses = addresses.list;
    let upgraded = if options.upgrade { upgrade_module(&mut module, age) } else { Ok(Vec::new()) };
    let warnings = upgraded.map_err(|Refused(message)| Error::new(0, message))?;
    Ok(ReadOutcome { module, warnings })
}

/// Reads all bodies on all cores, a run of them at a time.
fn read_bodies(reader: &ModuleReader<'_>, contents: &ModuleContents<'_>, options: &ReadOptions) -> Result<Vec<ReadBody>> {
    let read = |places: &[BodyPlace]| -> Result<Vec<ReadBody>> {
        places.iter().map(|place| read_one(reader, contents, *place, options)).collect()
    };
    let parts = parallel::map(chunks(&reader.bodies, contents.data.len()), read);
    let mut bodies = Vec::with_capacity(reader.bodies.len());
    for part in parts {
        bodies.extend(part?);
    }
    Ok(bodies)
}

fn read_one(reader: &ModuleReader<'_>, contents: &ModuleContents<'_>, place: BodyPlace, options: &ReadOptions) -> Result<ReadBody> {
    let stream = contents.stream()?.at_block(place.bit)?;
    let mut read = read_body(&reader.tables, &reader.module, &reader.metadata, place.function, stream)?;
    if options.upgrade {
        upgrade_calls(&reader.module, &mut read.body);
    }
    Ok(read)
}

/// Runs of bodies, of about the same length in the file; several for each core, so that none is left with a long one.
fn chunks(places: &[BodyPlace], bytes: usize) -> Vec<&[BodyPlace]> {
    let target = (bytes as u64 * 8 / (parallel::threads() as u64 * 16)).max(1 << 16);
    let mut chunks = Vec::new();
    let mut start = 0;
    for (i, place) in places.iter().enumerate() {
        if place.bit - places[start].bit > target {
            chunks.push(&places[start..i]);
            start = i;
        }
    }
    chunks.push(&places[start..]);
    chunks
}
