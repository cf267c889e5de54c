//! Files in memory.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Answer, DirectoryEntry, OpenOptions, Status, Time, file_type};
use crate::builtin::errno::*;
use crate::limits::Footprint;

/// A file tree, by absolute path.
pub(super) struct Files {
    nodes: BTreeMap<Vec<u8>, Rc<RefCell<Node>>>,
    current: Vec<u8>,
    next_inode: u64,
}

/// A file or directory.
pub(crate) struct Node {
    /// The contents of a file; `None` for a directory.
    content: Option<Vec<u8>>,
    status: Status,
    /// Whether the node was removed from its directory; it exists while it is open.
    removed: bool,
}

impl Node {
    pub(super) fn content(&self) -> Answer<&[u8]> {
        self.content.as_deref().ok_or(EISDIR)
    }

    pub(super) fn content_mut(&mut self) -> Answer<&mut Vec<u8>> {
        self.content.as_mut().ok_or(EISDIR)
    }

    /// Adds the memory used by a file that is no longer in a directory.
    pub(super) fn footprint_if_removed(&self, all: &mut Footprint) {
        if self.removed {
            all.add_bytes(self.len());
        }
    }

    fn len(&self) -> u64 {
        self.content.as_ref().map_or(0, |content| content.len() as u64)
    }

    fn is_directory(&self) -> bool {
        self.content.is_none()
    }

    pub(super) fn status(&self) -> Status {
        let size = self.content.as_ref().map_or(4096, |c| c.len() as u64);
        Status { size, blocks: size.div_ceil(512), ..self.status }
    }

    pub(super) fn set_times(&mut self, accessed: Option<Time>, modified: Option<Time>) {
        self.status.accessed = accessed.unwrap_or(self.status.accessed);
        self.status.modified = modified.unwrap_or(self.status.modified);
    }

    pub(super) fn set_mode(&mut self, mode: u32) {
        self.status.mode = self.status.mode & file_type::MASK | mode & 0o7777;
    }
}

impl Files {
    pub(super) fn new() -> Files {
        let mut files = Files { nodes: BTreeMap::new(), current: b"/".to_vec(), next_inode: 1 };
        for path in [&b"/"[..], b"/tmp"] {
            files.add(path.to_vec(), None, 0o755);
        }
        files
    }

    pub(super) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.nodes);
        all.each(&self.nodes, |all, (path, node)| {
            all.add(path);
            all.add_bytes(size_of::<Node>() as u64);
            all.add_bytes(node.borrow().len());
        });
    }

    fn add(&mut self, path: Vec<u8>, content: Option<Vec<u8>>, mode: u32) -> Rc<RefCell<Node>> {
        let kind = if content.is_some() { file_type::REGULAR } else { file_type::DIRECTORY };
        let status = Status {
            inode: self.next_inode,
            mode: kind | mode & 0o7777,
            links: 1,
            block_size: 4096,
            ..Status::default()
        };
        self.next_inode += 1;
        let node = Rc::new(RefCell::new(Node { content, status, removed: false }));
        self.nodes.insert(path, node.clone());
        node
    }

    pub(super) fn len(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// The absolute path, without `.`, `..` and repeated slashes.
    pub(super) fn absolute(&self, path: &[u8]) -> Vec<u8> {
        let mut parts: Vec<&[u8]> = Vec::new();
        let start: &[u8] = if path.starts_with(b"/") { b"" } else { &self.current };
        for part in start.split(|&b| b == b'/').chain(path.split(|&b| b == b'/')) {
            match part {
                b"" | b"." => {}
                b".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        let mut whole = vec![b'/'];
        whole.extend_from_slice(&parts.join(&b'/'));
        whole
    }

    pub(super) fn find(&self, path: &[u8]) -> Answer<Rc<RefCell<Node>>> {
        if path.is_empty() {
            return Err(ENOENT);
        }
        self.nodes.get(&self.absolute(path)).cloned().ok_or(ENOENT)
    }

    /// Checks that the parent directory of a path exists.
    fn check_parent(&self, absolute: &[u8]) -> Answer<()> {
        let end = absolute.iter().rposition(|&b| b == b'/').unwrap_or(0).max(1);
        match self.nodes.get(&absolute[..end]) {
            Some(parent) if parent.borrow().is_directory() => Ok(()),
            Some(_) => Err(ENOTDIR),
            None => Err(ENOENT),
        }
    }

    pub(super) fn open(&mut self, path: &[u8], options: OpenOptions) -> Answer<Rc<RefCell<Node>>> {
        match self.find(path) {
            Ok(_) if options.create && options.exclusive => Err(EEXIST),
            Ok(node) => {
                {
                    let mut node = node.borrow_mut();
                    match &mut node.content {
                        None if options.write => return Err(EISDIR),
                        Some(_) if options.directory => return Err(ENOTDIR),
                        Some(content) if options.truncate && options.write => content.clear(),
                        _ => {}
                    }
                }
                Ok(node)
            }
            Err(ENOENT) if options.create && !path.is_empty() => {
                let absolute = self.absolute(path);
                self.check_parent(&absolute)?;
                Ok(self.add(absolute, Some(Vec::new()), options.mode))
            }
            Err(error) => Err(error),
        }
    }

    fn is_empty(&self, directory: &[u8]) -> bool {
        let mut inside = directory.to_vec();
        inside.push(b'/');
        !self.nodes.range(inside.clone()..).next().is_some_and(|(path, _)| path.starts_with(&inside))
    }

    pub(super) fn remove(&mut self, path: &[u8], directory: bool) -> Answer<()> {
        let node = self.find(path)?;
        let absolute = self.absolute(path);
        match (node.borrow().is_directory(), directory) {
            (true, false) => return Err(EISDIR),
            (false, true) => return Err(ENOTDIR),
            (true, true) if absolute == b"/" => return Err(EBUSY),
            (true, true) if !self.is_empty(&absolute) => return Err(ENOTEMPTY),
            _ => {}
        }
        self.nodes.remove(&absolute);
        node.borrow_mut().removed = true;
        Ok(())
    }

    pub(super) fn rename(&mut self, from: &[u8], to: &[u8]) -> Answer<()> {
        let node = self.find(from)?;
        let (from, to) = (self.absolute(from), self.absolute(to));
        self.check_parent(&to)?;
        let mut inside = from.clone();
        inside.push(b'/');
        if from == to {
            return Ok(());
        }
        if to.starts_with(&inside) || from == b"/" {
            return Err(EINVAL);
        }
        if let Some(old) = self.nodes.get(&to) {
            match (node.borrow().is_directory(), old.borrow().is_directory()) {
                (true, false) => return Err(ENOTDIR),
                (false, true) => return Err(EISDIR),
                (true, true) if !self.is_empty(&to) => return Err(ENOTEMPTY),
                _ => {}
            }
            old.borrow_mut().removed = true;
        }
        let moved: Vec<Vec<u8>> =
            self.nodes.range(inside.clone()..).map(|(p, _)| p.clone()).take_while(|p| p.starts_with(&inside)).collect();
        for path in moved.into_iter().chain([from.clone()]) {
            if let Some(node) = self.nodes.remove(&path) {
                self.nodes.insert([&to, &path[from.len()..]].concat(), node);
            }
        }
        Ok(())
    }

    pub(super) fn make_directory(&mut self, path: &[u8], mode: u32) -> Answer<()> {
        let absolute = self.absolute(path);
        if self.nodes.contains_key(&absolute) {
            return Err(EEXIST);
        }
        self.check_parent(&absolute)?;
        self.add(absolute, None, mode);
        Ok(())
    }

    pub(super) fn read_directory(&self, path: &[u8]) -> Answer<Vec<DirectoryEntry>> {
        if !self.find(path)?.borrow().is_directory() {
            return Err(ENOTDIR);
        }
        let mut prefix = self.absolute(path);
        if prefix != b"/" {
            prefix.push(b'/');
        }
        let entry = |name: &[u8], node: &Rc<RefCell<Node>>| DirectoryEntry {
            name: name.to_vec(),
            inode: node.borrow().status.inode,
            file_type: node.borrow().status.mode & file_type::MASK,
        };
        let own = self.find(path)?;
        let mut found = vec![entry(b".", &own), entry(b"..", &own)];
        for (path, node) in self.nodes.range(prefix.clone()..) {
            let Some(name) = path.strip_prefix(&prefix[..]) else { break };
            if !name.is_empty() && !name.contains(&b'/') {
                found.push(entry(name, node));
            }
        }
        Ok(found)
    }

    pub(super) fn current_directory(&self) -> &[u8] {
        &self.current
    }

    pub(super) fn change_directory(&mut self, path: &[u8]) -> Answer<()> {
        if !self.find(path)?.borrow().is_directory() {
            return Err(ENOTDIR);
        }
        self.current = self.absolute(path);
        Ok(())
    }
}
