//! Splits a module into parts that can be compiled separately and linked again; the parts are the same as those of LLVM's
//! `llvm-split`.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::module::{BaseObjects, GlobalKind, Linkage, Visibility};
use lindworm_ir::value::{Constant, ValueKind};
use lindworm_ir::{Global, Module, Value};
use md5::{Digest, Md5};

use crate::dead::all_globals;
use crate::extract::declare_alias;

/// Options of splitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitOptions {
    /// The number of parts: `-j`.
    pub parts: usize,
    /// Keeps `internal` and `private` globals local: their users are in the same part. `-preserve-locals`.
    pub preserve_locals: bool,
    /// Distributes unconstrained functions to the part with the fewest functions, rather than by a hash of their names:
    /// `-round-robin`.
    pub round_robin: bool,
}

impl Default for SplitOptions {
    fn default() -> Self {
        SplitOptions { parts: 2, preserve_locals: false, round_robin: false }
    }
}

/// Splits a module. Each part declares everything, and each definition is in one part. `part` receives the parts one after the
/// other, to limit memory. The cost of each part is linear in the module.
///
/// Without `preserve_locals`, local globals become hidden and unnamed globals get a name, in `module` too.
///
/// ```
/// use lindworm_ir::{Context, Module, Type};
/// use lindworm_link::{SplitOptions, split};
///
/// let mut module = Module::new(&Context::new(), "m");
/// let one = module.constants().int(module.context(), Type::I32, 1);
/// for name in [&b"a"[..], b"b", b"c"] {
///     module.add_variable(name, Type::I32, Some(one));
/// }
/// let mut defined = 0;
/// split(&mut module, SplitOptions::default(), |part| {
///     defined += part.variables().iter().filter(|&&v| !part[v].is_declaration()).count();
/// });
/// assert_eq!(defined, 3);
/// ```
pub fn split(module: &mut Module, options: SplitOptions, mut part: impl FnMut(Module)) {
    if !options.preserve_locals {
        for global in module.global_values().collect::<Vec<_>>() {
            externalize(module, global);
        }
    }
    let objects = BaseObjects::new(module);
    let mut clusters = Clusters::new(module, &objects).assign(options.parts);
    if options.round_robin {
        distribute_functions(module, options.parts, &mut clusters);
    }
    for global in all_globals(module) {
        clusters.entry(global).or_insert_with(|| part_of_name(module, &objects, global, options.parts));
    }
    for index in 0..options.parts {
        let mut copy = part_with(module, |g| clusters.get(&g) == Some(&index));
        if index != 0 {
            copy.set_module_asm(Vec::new(), Vec::new());
        }
        part(copy);
    }
}

/// The module that defines the globals for which `is_defined` holds, and declares the others.
pub(crate) fn part_with(module: &Module, is_defined: impl Fn(Global) -> bool) -> Module {
    let mut copy = module.clone();
    let objects = copy.variables().iter().chain(copy.functions()).copied();
    let dropped: HashSet<Global> = objects.filter(|&g| !copy[g].is_declaration() && !is_defined(g)).collect();
    for &global in &dropped {
        copy[global].linkage = Linkage::External;
    }
    copy.drop_definitions(&dropped);
    for alias in copy.aliases().to_vec() {
        if !is_defined(alias) {
            declare_alias(&mut copy, alias);
        }
    }
    copy
}

/// Makes a global visible to other modules: hidden rather than local, with a name.
pub(crate) fn externalize(module: &mut Module, global: Global) {
    let data = &mut module[global];
    if data.linkage.is_local() {
        data.set_linkage(Linkage::External);
        data.set_visibility(Visibility::Hidden);
    }
    name(module, global);
}

fn name(module: &mut Module, global: Global) {
    if module[global].name().is_empty() {
        module.set_global_name(global, b"__llvmsplit_unnamed");
    }
}

/// The global that must be in the same part as an alias or ifunc.
fn root(module: &Module, objects: &BaseObjects, global: Global) -> Option<Global> {
    let object = objects.of(module, global.into())?;
    match module[object].kind {
        GlobalKind::IFunc { resolver } => objects.of(module, resolver),
        _ => Some(object),
    }
}

/// The part selected by the hash of a global's name, or of its comdat's name.
fn part_of_name(module: &Module, objects: &BaseObjects, global: Global, parts: usize) -> usize {
    let global = &module[root(module, objects, global).unwrap_or(global)];
    let name = global.comdat.map_or(global.name(), |comdat| &module.comdats()[comdat].name);
    let hash = Md5::digest(name);
    usize::from(u16::from_le_bytes([hash[0], hash[1]])) % parts
}

/// Groups of globals that must be in one part (union-find): locals of a comdat, aliases and their aliasees, locals and their
/// users.
struct Clusters {
    /// By global, a global of the same cluster on the path to the leader. A leader refers to itself.
    leads: HashMap<Global, Global>,
    /// In the order of their first insertion.
    members: Vec<Global>,
}

impl Clusters {
    fn new(module: &mut Module, objects: &BaseObjects) -> Clusters {
        let mut clusters = Clusters { leads: HashMap::default(), members: Vec::new() };
        let globals = [module.functions(), module.variables(), module.aliases()].concat();
        for &global in globals.iter().filter(|&&g| !module[g].is_declaration()).collect::<Vec<_>>() {
            name(module, global);
        }
        let users = Users::new(module);
        let mut comdats = HashMap::default();
        let mut seen = HashMap::default();
        for global in globals {
            let data = &module[global];
            if data.is_declaration() {
                continue;
            }
            let comdat = match data.kind {
                GlobalKind::Alias { .. } => objects.of(module, global.into()).and_then(|o| module[o].comdat),
                _ => data.comdat,
            };
            if let Some(comdat) = comdat {
                let first = *comdats.entry(comdat).or_insert(global);
                if first != global {
                    clusters.unite(first, global);
                }
            }
            if let Some(root) = root(module, objects, global).filter(|&root| root != global) {
                clusters.unite(global, root);
            }
            for &address in users.addresses.get(&global).into_iter().flatten() {
                clusters.unite_users(&users, &mut seen, global, address.into());
            }
            if data.linkage.is_local() {
                clusters.unite_users(&users, &mut seen, global, global.into());
            }
        }
        clusters
    }

    fn leader(&mut self, global: Global) -> Global {
        let mut leader = global;
        while let Some(&next) = self.leads.get(&leader)
            && next != leader
        {
            leader = next;
        }
        let mut next = global;
        while next != leader {
            next = self.leads.insert(next, leader).unwrap_or(leader);
        }
        if self.leads.insert(leader, leader).is_none() {
            self.members.push(leader);
        }
        leader
    }

    /// Merges two clusters. The leader of the first cluster leads.
    fn unite(&mut self, first: Global, second: Global) {
        let (first, second) = (self.leader(first), self.leader(second));
        self.leads.insert(second, first);
    }

    /// Merges a global with all users of a value, including users by way of constants. `seen` holds one user of each constant
    /// whose users are already merged, so the cost is linear.
    fn unite_users(
        &mut self,
        users: &Users,
        seen: &mut HashMap<Constant, Option<Global>>,
        global: Global,
        value: Value,
    ) {
        let mut constants = Vec::new();
        let mut stack = vec![value];
        let mut found = None;
        while let Some(value) = stack.pop() {
            if let ValueKind::Constant(c) = value.kind() {
                match seen.insert(c, None) {
                    Some(Some(user)) => {
                        self.unite(global, user);
                        found = Some(user);
                        constants.push(c);
                        continue;
                    }
                    Some(None) => continue,
                    None => constants.push(c),
                }
            }
            for &user in users.of.get(&value).into_iter().flatten() {
                match user.as_global() {
                    Some(user) => {
                        self.unite(global, user);
                        found = Some(user);
                    }
                    None => stack.push(user),
                }
            }
        }
        for constant in constants {
            seen.insert(constant, found);
        }
    }

    /// Assigns each cluster, in the order of insertion of the leaders, to the part with the fewest globals so far.
    fn assign(mut self, parts: usize) -> HashMap<Global, usize> {
        let mut clusters: HashMap<Global, Vec<Global>> = HashMap::default();
        let members = std::mem::take(&mut self.members);
        for &member in &members {
            clusters.entry(self.leader(member)).or_default().push(member);
        }
        let mut queue = Queue::new((0..parts).map(|part| (part, 0)));
        let mut assigned = HashMap::default();
        for members in members.iter().filter_map(|leader| clusters.remove(leader)) {
            let Some((part, size)) = queue.pop() else { break };
            queue.push((part, size + members.len()));
            assigned.extend(members.into_iter().map(|member| (member, part)));
        }
        assigned
    }
}

/// The users of constants and globals; an instruction counts as its function.
struct Users {
    of: HashMap<Value, Vec<Value>>,
    /// The constants that are block addresses of a function.
    addresses: HashMap<Global, Vec<Constant>>,
}

impl Users {
    fn new(module: &Module) -> Users {
        let mut users = Users { of: HashMap::default(), addresses: HashMap::default() };
        let is_simple = |v: Value| {
            v.as_constant().is_some_and(|c| {
                matches!(
                    module.constants().get(c).data,
                    ConstantData::Int(_)
                        | ConstantData::Float(_)
                        | ConstantData::Null
                        | ConstantData::Zero
                        | ConstantData::Data(_)
                )
            })
        };
        for index in 0..module.constants().len() as u32 {
            let constant = Constant::from_u32(index);
            match &module.constants().get(constant).data {
                ConstantData::BlockAddress(i) => {
                    if let Some(&(function, _)) = module.block_addresses().get(*i as usize) {
                        users.of.entry(function.into()).or_default().push(constant.into());
                        users.addresses.entry(function).or_default().push(constant);
                    }
                }
                data => data.for_each_operand(|v| {
                    if !is_simple(v) {
                        users.of.entry(v).or_default().push(constant.into());
                    }
                }),
            }
        }
        for global in all_globals(module) {
            let mut add = |v: Value| {
                if v.is_constant() && !is_simple(v) {
                    let of = users.of.entry(v).or_default();
                    if of.last() != Some(&global.into()) {
                        of.push(global.into());
                    }
                }
            };
            module[global].operands().into_iter().flatten().for_each(&mut add);
            if let Some(body) = module.body(global) {
                for inst in body.blocks().flat_map(|b| body.insts(b)) {
                    body.inst(inst).for_each_operand(body.values(), &mut add);
                }
            }
        }
        users
    }
}

/// Distributes unconstrained functions to the parts with the fewest functions.
fn distribute_functions(module: &Module, parts: usize, assigned: &mut HashMap<Global, usize>) {
    let mut counts = vec![0; parts];
    let mut free = Vec::new();
    for &function in module.functions() {
        let data = &module[function];
        if data.is_declaration() || data.linkage != Linkage::External {
            continue;
        }
        match assigned.get(&function) {
            Some(&part) => counts[part] += 1,
            None => free.push(function),
        }
    }
    let mut queue = Queue::new(counts.into_iter().enumerate());
    for function in free {
        let Some((part, count)) = queue.pop() else { break };
        assigned.insert(function, part);
        queue.push((part, count + 1));
    }
}

/// A heap of parts by their size, the smallest part on top. The order of parts of equal size is that of the binary heap of the
/// C++ standard library, on which LLVM's parts depend.
struct Queue(Vec<(usize, usize)>);

impl Queue {
    fn new(parts: impl Iterator<Item = (usize, usize)>) -> Queue {
        let mut queue = Queue(Vec::new());
        parts.for_each(|part| queue.push(part));
        queue
    }

    /// Whether `a` comes after `b`.
    fn is_after(a: (usize, usize), b: (usize, usize)) -> bool {
        if a.1 != 0 || b.1 != 0 { a.1 > b.1 } else { a.0 > b.0 }
    }

    fn push(&mut self, part: (usize, usize)) {
        self.0.push(part);
        self.sift_up(self.0.len() - 1);
    }

    fn sift_up(&mut self, mut place: usize) {
        while place > 0 && Queue::is_after(self.0[(place - 1) / 2], self.0[place]) {
            self.0.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    fn pop(&mut self) -> Option<(usize, usize)> {
        let last = self.0.pop()?;
        let Some(&top) = self.0.first() else { return Some(last) };
        // The hole moves down to a leaf before the last element fills it.
        let (mut hole, len) = (0, self.0.len());
        while 2 * hole + 1 < len {
            let mut child = 2 * hole + 2;
            if child >= len || Queue::is_after(self.0[child], self.0[child - 1]) {
                child -= 1;
            }
            self.0[hole] = self.0[child];
            hole = child;
        }
        self.0[hole] = last;
        self.sift_up(hole);
        Some(top)
    }
}
