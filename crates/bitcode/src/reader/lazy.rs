//! Reading of a whole module, or of function bodies on demand.

use std::sync::{Mutex, PoisonError};

use lindworm_ir::hash::HashMap;
use lindworm_ir::summary::SummaryIndex;
use lindworm_ir::{Body, Context, Global, Module};
use lindworm_upgrade::bitcode::{upgrade_body, upgrade_calls, upgrade_module};
use lindworm_upgrade::{Age, BodyUpgrade, Refused};

use super::function::{ReadBody, Scratch, read_body};
use super::metadata::LazyMetadata;
use super::module::{BodyPlace, ModuleReader};
use super::{ModuleTables, ReadOptions, ReadOutcome};
use crate::codes::block;
use crate::error::{Error, Result};
use crate::file::{BitcodeFile, ModuleContents};
use crate::summary::read_summary;
use lindworm_ir::parallel;

/// A module whose function bodies are read on demand. Opening takes time linear in the size of the global symbols and
/// constants. Reading a body takes time linear in its size and in the module-level metadata that it refers to.
///
/// ```
/// use lindworm_bitcode::{LazyModule, ReadOptions, WriteOptions, write};
/// use lindworm_ir::{Context, Module};
///
/// let cx = Context::new();
/// let file = write(&Module::new(&cx, "m"), &WriteOptions::default());
/// let lazy = LazyModule::open(&cx, "m", &file, &ReadOptions::default())?;
/// assert!(lazy.module().functions().is_empty());
/// # Ok::<(), lindworm_bitcode::Error>(())
/// ```
pub struct LazyModule<'d> {
    contents: ModuleContents<'d>,
    options: ReadOptions,
    producer: Option<String>,
    reader: ModuleReader<'d>,
    metadata: LazyMetadata<'d>,
    metadata_is_open: bool,
    /// Created with the first body to upgrade.
    upgrade: Option<BodyUpgrade>,
    /// The bodies that are not read yet.
    places: HashMap<Global, BodyPlace>,
}

impl<'d> LazyModule<'d> {
    /// Opens the single module of a bitcode file.
    pub fn open(cx: &Context, name: &str, data: &'d [u8], options: &ReadOptions) -> Result<LazyModule<'d>> {
        LazyModule::open_module(cx, name, &BitcodeFile::single_module(data)?, options)
    }

    /// Opens a module of a bitcode file.
    pub fn open_module(
        cx: &Context,
        name: &str,
        contents: &ModuleContents<'d>,
        options: &ReadOptions,
    ) -> Result<LazyModule<'d>> {
        let producer = contents.producer().map_err(|error| contents.in_file(error))?;
        let reader = ModuleReader::read(cx, name, contents, options, true);
        let reader = reader.map_err(|error| of_file(error, contents, &producer))?;
        Ok(LazyModule {
            contents: *contents,
            options: options.clone(),
            producer,
            places: reader.bodies.iter().map(|&place| (place.function, place)).collect(),
            reader,
            metadata: LazyMetadata::default(),
            metadata_is_open: false,
            upgrade: None,
        })
    }

    /// The module with the bodies read so far. The other functions look like declarations. After the first body is read,
    /// the replacements of old intrinsics are declared, too. Module flags, global constructors, debug info of another
    /// version and Objective-C runtime calls are not upgraded until [`LazyModule::finish`].
    pub fn module(&self) -> &Module {
        &self.reader.module
    }

    /// The module with the bodies read so far. The bodies of the other functions have no blocks.
    pub fn into_module(self) -> Module {
        let mut module = self.reader.module;
        for &function in self.places.keys() {
            let params = module.context().function_parts(module[function].value_type).map_or(&[][..], |(_, p, _)| p);
            let body = Body::new(params);
            if let Some(function) = module[function].as_function_mut() {
                function.body = Some(Box::new(body));
            }
        }
        module
    }

    /// Whether the global is a function whose body is not read yet.
    pub fn is_materializable(&self, global: Global) -> bool {
        self.places.contains_key(&global)
    }

    /// Reads and upgrades the body of a function, if it is not read yet.
    pub fn materialize(&mut self, global: Global) -> Result<()> {
        let Some(place) = self.places.remove(&global) else { return Ok(()) };
        let read = self.materialize_at(place);
        read.map_err(|error| of_file(error, &self.contents, &self.producer))
    }

    fn materialize_at(&mut self, place: BodyPlace) -> Result<()> {
        self.open_metadata()?;
        let mut read = read_one(&self.reader, &self.contents, place, &self.options, &mut Scratch::default())?;
        if self.options.discard_value_names {
            read.body.clear_names();
        }
        for (global, name) in &read.renamed {
            self.reader.set_name(*global, name);
        }
        let ModuleReader { module, tables, metadata, .. } = &mut self.reader;
        if let Some(function) = module[read.function].as_function_mut() {
            function.personality = function.personality.or(read.personality);
        }
        self.metadata.finish_body(metadata, tables, module, (read.function, read.body, read.metadata))?;
        let addresses = tables.block_addresses.get_mut().unwrap_or_else(PoisonError::into_inner);
        module.extend_block_addresses(addresses.list[module.block_addresses().len()..].iter().copied());
        if !self.options.upgrade {
            return Ok(());
        }
        let upgrade = self.upgrade.get_or_insert_with(|| BodyUpgrade::new(module, age(tables)));
        upgrade_body(module, read.function, upgrade).map_err(|Refused(message)| Error::new(0, message))
    }

    /// Reads named metadata and the attachments of globals.
    pub fn materialize_metadata(&mut self) -> Result<()> {
        let mut read = || {
            self.open_metadata()?;
            let ModuleReader { module, tables, metadata, .. } = &mut self.reader;
            self.metadata.finish_module(metadata, tables, module)
        };
        read().map_err(|error| of_file(error, &self.contents, &self.producer))
    }

    fn open_metadata(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.metadata_is_open, true) {
            return Ok(());
        }
        let ModuleReader { module, tables, metadata, metadata_places, .. } = &mut self.reader;
        for &bit in &*metadata_places {
            let mut stream = self.contents.stream()?.at_block(bit)?;
            self.metadata.open_block(&mut stream, metadata, tables, module)?;
        }
        Ok(())
    }

    /// Reads and upgrades the whole module, with the result of [`read_module`]. Bodies already read are read again, in
    /// parallel with the others.
    pub fn finish(self) -> Result<ReadOutcome> {
        let module = &self.reader.module;
        self.reader.tables.types.release_names(module.context());
        read_module(module.context(), module.name(), &self.contents, &self.options)
    }
}

fn age(tables: &ModuleTables) -> Age {
    if tables.types.has_typed_pointers() { Age::Typed } else { Age::Opaque }
}

/// An error in a module, relative to the file. LLVM's messages about metadata do not include the producer.
fn of_file(error: Error, contents: &ModuleContents<'_>, producer: &Option<String>) -> Error {
    let in_metadata = matches!(error.block, Some(block::METADATA | block::METADATA_ATTACHMENT | block::METADATA_KIND));
    let producer = if error.is_plain || in_metadata { None } else { producer.clone() };
    contents.in_file(Error { producer, ..error })
}

/// Reads the single module of a bitcode file.
pub fn read(cx: &Context, name: &str, data: &[u8], options: &ReadOptions) -> Result<ReadOutcome> {
    read_module(cx, name, &BitcodeFile::single_module(data)?, options)
}

/// Reads a module of a bitcode file. Error locations are relative to the whole file.
pub fn read_module(
    cx: &Context,
    name: &str,
    contents: &ModuleContents<'_>,
    options: &ReadOptions,
) -> Result<ReadOutcome> {
    let producer = contents.producer().map_err(|error| contents.in_file(error))?;
    read_all(cx, name, contents, options).map_err(|error| of_file(error, contents, &producer))
}

/// Reads a module and, in parallel, its summary if present.
pub fn read_module_with_summary(
    cx: &Context,
    name: &str,
    contents: &ModuleContents<'_>,
    options: &ReadOptions,
) -> Result<(ReadOutcome, Option<SummaryIndex>)> {
    let module = || read_module(cx, name, contents, options);
    let (outcome, summary) = parallel::join(module, || read_summary(name, contents));
    Ok((outcome?, summary?))
}

fn read_all(cx: &Context, name: &str, contents: &ModuleContents<'_>, options: &ReadOptions) -> Result<ReadOutcome> {
    let mut reader = ModuleReader::read(cx, name, contents, options, false)?;
    let bodies = read_bodies(&reader, contents, options)?;
    reader.check_bodies()?;
    let mut with_metadata = Vec::with_capacity(bodies.len());
    let (mut intrinsics, mut records) = (false, false);
    for (i, body) in bodies.into_iter().enumerate() {
        intrinsics |= body.has_debug_intrinsics;
        records |= body.has_debug_records;
        if intrinsics && records {
            return Err(Error::new(
                reader.bodies[i].bit,
                "Mixed debug intrinsics and debug records in bitcode module!",
            ));
        }
        let global = &mut reader.module[body.function];
        if let Some(function) = global.as_function_mut() {
            function.personality = function.personality.or(body.personality);
        }
        for (global, name) in &body.renamed {
            reader.set_name(*global, name);
        }
        with_metadata.push((body.function, body.body, body.metadata));
    }
    let ModuleReader { mut module, metadata, tables, .. } = reader;
    let age = age(&tables);
    metadata.finish(&mut module, with_metadata, options.odr_types)?;
    let addresses = tables.block_addresses.into_inner().unwrap_or_else(PoisonError::into_inner);
    for &(function, block) in &addresses.list {
        match module.body(function) {
            None => return Err(Error::new(0, "Never resolved function from blockaddress")),
            Some(body) if block.as_u32() as usize >= body.block_count() => return Err(Error::new(0, "Invalid ID")),
            Some(_) => {}
        }
    }
    module.extend_block_addresses(addresses.list);
    let upgraded = if options.upgrade { upgrade_module(&mut module, age) } else { Ok(Vec::new()) };
    let warnings = upgraded.map_err(|Refused(message)| Error::new(0, message))?;
    if options.discard_value_names {
        let functions = module.globals_mut().filter_map(|g| g.as_function_mut());
        functions.filter_map(|f| f.body.as_mut()).for_each(|body| body.clear_names());
    }
    Ok(ReadOutcome { module, warnings })
}

/// Reads all bodies in parallel, in runs.
fn read_bodies(
    reader: &ModuleReader<'_>,
    contents: &ModuleContents<'_>,
    options: &ReadOptions,
) -> Result<Vec<ReadBody>> {
    // One entry per thread.
    let spare: Mutex<Vec<Scratch>> = Mutex::default();
    let lock = || spare.lock().unwrap_or_else(PoisonError::into_inner);
    let read = |places: &[BodyPlace]| -> Result<Vec<ReadBody>> {
        let mut scratch = lock().pop().unwrap_or_default();
        let bodies = places.iter().map(|place| read_one(reader, contents, *place, options, &mut scratch)).collect();
        lock().push(scratch);
        bodies
    };
    let parts = parallel::map(chunks(&reader.bodies, contents.data.len()), read);
    let mut bodies = Vec::with_capacity(reader.bodies.len());
    for part in parts {
        bodies.extend(part?);
    }
    Ok(bodies)
}

fn read_one(
    reader: &ModuleReader<'_>,
    contents: &ModuleContents<'_>,
    place: BodyPlace,
    options: &ReadOptions,
    scratch: &mut Scratch,
) -> Result<ReadBody> {
    let stream = contents.stream()?.at_block(place.bit)?;
    let mut read = read_body(&reader.tables, &reader.module, &reader.metadata, place.function, stream, scratch)?;
    if options.upgrade {
        upgrade_calls(&reader.module, &mut read.body, &mut scratch.upgraded_calls);
    }
    Ok(read)
}

/// Runs of bodies of about equal size in the file. Several per thread, to balance the load.
fn chunks(places: &[BodyPlace], bytes: usize) -> Vec<&[BodyPlace]> {
    let target = (bytes as u64 * 8 / (parallel::threads() as u64 * 64)).max(1 << 16);
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
