//! Cached analyses of a body that is being edited.
//!
//! [`Analyses`] computes a result on request and keeps it until a part of the body changes on which it depends: an [`Editor`]
//! records which parts it changes. Dominators and loops are not recomputed after blocks or edges were split, blocks were merged,
//! or unreachable blocks were erased; they are updated.
//!
//! ```
//! use lindworm_analysis::{Analyses, DominatorTree};
//! use lindworm_ir::builder::Builder;
//! use lindworm_ir::editor::Editor;
//! use lindworm_ir::{Body, Context, Module, Type, Value};
//!
//! let module = Module::new(&Context::new(), "m");
//! let mut body = Body::new(&[Type::I32]);
//! let mut builder = Builder::new(&module, &mut body);
//! let entry = builder.append_block("entry");
//! let ret = builder.at_end(entry).ret(Some(Value::arg(0)))?;
//!
//! let mut editor = Editor::new(&module, &mut body);
//! let mut analyses = Analyses::default();
//! let dominators = analyses.get::<DominatorTree>(&editor);
//! let end = editor.split_block(ret, b"end");
//! let dominators = analyses.refresh(dominators, &editor);
//! assert_eq!(dominators.idom(end), Some(entry));
//! # Ok::<(), lindworm_ir::builder::BuildError>(())
//! ```
//!
//! Implement [`Analysis`] to define another analysis.

use std::any::{Any, TypeId};
use std::sync::Arc;

use lindworm_ir::editor::{CfgChange, Changes, Editor, Epoch, Listener, Parts};
use lindworm_ir::uses::Uses;
use lindworm_ir::{Body, Module};
use smallvec::SmallVec;

use crate::{Cfg, Cycles, DominatorTree, InstOrder, Loops, PostDominatorTree};

/// A body under edit.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The module of the body.
    pub module: &'a Module,
    /// The body.
    pub body: &'a Body,
    /// The def-use chains of the body.
    pub uses: &'a Uses,
    changes: &'a Changes,
}

impl<'a> Subject<'a> {
    /// The body of an editor.
    pub fn of<L: Listener>(editor: &'a Editor<'_, L>) -> Subject<'a> {
        Subject { module: editor.module(), body: editor.body(), uses: editor.uses(), changes: editor.changes() }
    }
}

/// An analysis of a body.
pub trait Analysis: Sized + Send + Sync + 'static {
    /// The parts of the body on which the result depends.
    const DEPENDS_ON: Parts;

    /// Computes the result, perhaps from other analyses.
    fn compute(subject: Subject<'_>, analyses: &mut Analyses) -> Self;

    /// Updates the result after these changes of control flow, if no other part on which it depends has changed; `subject` is the
    /// body after all changes. Returns whether it succeeded; otherwise the result is recomputed.
    fn update(&mut self, _subject: Subject<'_>, _changes: &[CfgChange]) -> bool {
        false
    }
}

struct Known {
    id: TypeId,
    result: Arc<dyn Any + Send + Sync>,
    /// The epoch of the body for which the result is valid.
    epoch: Epoch,
    /// The parts of the body on which the result depends.
    depends_on: Parts,
}

impl Known {
    fn new<A: Analysis>(result: Arc<A>, epoch: Epoch) -> Known {
        Known { id: TypeId::of::<A>(), result, epoch, depends_on: A::DEPENDS_ON }
    }
}

/// The cached analyses of one body: see the [module](self).
#[derive(Default)]
pub struct Analyses(Vec<Known>);

impl Analyses {
    /// The result of an analysis for the current body.
    pub fn get<A: Analysis>(&mut self, editor: &Editor<'_, impl Listener>) -> Arc<A> {
        self.of(Subject::of(editor))
    }

    /// Like [`Analyses::get`], without an editor.
    pub fn of<A: Analysis>(&mut self, subject: Subject<'_>) -> Arc<A> {
        let (id, epoch) = (TypeId::of::<A>(), subject.changes.epoch());
        let current = self.0.iter().find(|known| known.id == id && known.epoch == epoch);
        if let Some(Ok(result)) = current.map(|known| known.result.clone().downcast()) {
            return result;
        }
        let known = self.take(id);
        let result = match known.and_then(|known| up_to_date(known, subject)) {
            Some(result) => result,
            None => Arc::new(A::compute(subject, self)),
        };
        self.0.push(Known::new(result.clone(), epoch));
        result
    }

    /// Removes a result. The search is linear, because there are few analyses.
    fn take(&mut self, id: TypeId) -> Option<Known> {
        let place = self.0.iter().position(|known| known.id == id)?;
        Some(self.0.swap_remove(place))
    }

    /// The result for the current body, replacing an earlier result. If nothing else holds the earlier result and the analysis
    /// supports updates, it is updated in place.
    pub fn refresh<A: Analysis>(&mut self, held: Arc<A>, editor: &Editor<'_, impl Listener>) -> Arc<A> {
        drop(held);
        self.get(editor)
    }

    /// Keeps an analysis after changes of control flow that a [`CfgChange`] cannot express. `held` is the result from before these
    /// changes; `change` makes it valid for the current body. If anything else holds the result, the analysis is recomputed.
    pub fn amend<A: Analysis>(
        &mut self,
        mut held: Arc<A>,
        editor: &Editor<'_, impl Listener>,
        change: impl FnOnce(&mut A),
    ) {
        self.take(TypeId::of::<A>());
        if let Some(result) = Arc::get_mut(&mut held) {
            change(result);
            self.0.push(Known::new(held, editor.changes().epoch()));
        }
    }

    /// Declares that a pass preserved these analyses, whatever parts of the body it changed. Drops the results that are no longer
    /// valid.
    pub fn preserve(&mut self, preserved: &Preserved, editor: &Editor<'_, impl Listener>) {
        let changes = editor.changes();
        self.0.retain_mut(|known| {
            if preserved.all || preserved.analyses.contains(&known.id) {
                known.epoch = changes.epoch();
            }
            let changed = changes.since(known.epoch) & known.depends_on;
            // A result may be updated after changes of control flow alone.
            changed.is_empty() || changed == Parts::CONTROL_FLOW
        });
    }

    /// Drops all results, after the body was changed without an editor.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// A cached result for the current body: unchanged if no part on which it depends has changed, updated if only control flow has
/// changed.
fn up_to_date<A: Analysis>(known: Known, subject: Subject<'_>) -> Option<Arc<A>> {
    let mut result = Arc::downcast::<A>(known.result).ok()?;
    let changed = subject.changes.since(known.epoch) & A::DEPENDS_ON;
    if changed == Parts::CONTROL_FLOW {
        let changes = subject.changes.control_flow_since(known.epoch)?;
        return Arc::get_mut(&mut result)?.update(subject, changes).then_some(result);
    }
    changed.is_empty().then_some(result)
}

/// The analyses that a pass preserves, in addition to those that depend on no part changed by its editor, which are always kept.
#[derive(Clone, Debug, Default)]
pub struct Preserved {
    all: bool,
    analyses: SmallVec<[TypeId; 4]>,
}

impl Preserved {
    /// Only analyses that depend on no changed part.
    pub fn none() -> Preserved {
        Preserved::default()
    }

    /// All analyses.
    pub fn all() -> Preserved {
        Preserved { all: true, ..Preserved::default() }
    }

    /// Also preserves `A`.
    pub fn and<A: Analysis>(mut self) -> Preserved {
        self.analyses.push(TypeId::of::<A>());
        self
    }
}

impl Analysis for Cfg {
    const DEPENDS_ON: Parts = Parts::CONTROL_FLOW;

    fn compute(subject: Subject<'_>, _: &mut Analyses) -> Cfg {
        Cfg::new(subject.body)
    }
}

impl Analysis for DominatorTree {
    const DEPENDS_ON: Parts = Parts::CONTROL_FLOW;

    fn compute(subject: Subject<'_>, analyses: &mut Analyses) -> DominatorTree {
        DominatorTree::new(&analyses.of::<Cfg>(subject))
    }

    fn update(&mut self, subject: Subject<'_>, changes: &[CfgChange]) -> bool {
        DominatorTree::update(self, subject.body, subject.uses, changes);
        true
    }
}

impl Analysis for PostDominatorTree {
    const DEPENDS_ON: Parts = Parts::CONTROL_FLOW;

    fn compute(subject: Subject<'_>, analyses: &mut Analyses) -> PostDominatorTree {
        PostDominatorTree::new(&analyses.of::<Cfg>(subject))
    }
}

impl Analysis for Loops {
    const DEPENDS_ON: Parts = Parts::CONTROL_FLOW;

    fn compute(subject: Subject<'_>, analyses: &mut Analyses) -> Loops {
        Loops::new(&analyses.of::<Cfg>(subject), &analyses.of::<DominatorTree>(subject))
    }

    fn update(&mut self, _: Subject<'_>, changes: &[CfgChange]) -> bool {
        Loops::update(self, changes);
        true
    }
}

impl Analysis for Cycles {
    const DEPENDS_ON: Parts = Parts::CONTROL_FLOW;

    fn compute(subject: Subject<'_>, analyses: &mut Analyses) -> Cycles {
        Cycles::new(&analyses.of::<Cfg>(subject))
    }
}

impl Analysis for InstOrder {
    const DEPENDS_ON: Parts = Parts::ORDER;

    fn compute(subject: Subject<'_>, _: &mut Analyses) -> InstOrder {
        InstOrder::new(subject.body)
    }
}

#[cfg(test)]
mod tests {
    use lindworm_ir::builder::Builder;
    use lindworm_ir::context::SyncScope;
    use lindworm_ir::editor::Point;
    use lindworm_ir::instruction::AtomicOrdering;
    use lindworm_ir::use_list::Use;
    use lindworm_ir::{Block, Context, Inst, InstData, Type, Value};
    use proptest::prelude::*;

    use super::*;
    use crate::test_bodies::graphs;

    /// The number of computations.
    struct Counted(usize);

    impl Analysis for Counted {
        const DEPENDS_ON: Parts = Parts::MEMORY;

        fn compute(subject: Subject<'_>, _: &mut Analyses) -> Counted {
            let body = subject.body;
            Counted(body.blocks().flat_map(|b| body.insts(b)).count())
        }
    }

    /// A body with a `br` or `switch` for each list of successors.
    fn body_of(module: &Module, graph: &[Vec<usize>]) -> Body {
        let mut body = Body::new(&[Type::I32]);
        let mut builder = Builder::new(module, &mut body);
        let blocks: Vec<Block> = graph.iter().map(|_| builder.append_block("")).collect();
        for (from, to) in blocks.iter().zip(graph) {
            builder.at_end(*from);
            let made = match to[..] {
                [] => builder.ret(None),
                [to] => builder.br(blocks[to]),
                [default, ref cases @ ..] => {
                    let cases: Vec<(Value, Block)> =
                        (0..).zip(cases).map(|(n, &case)| (builder.int(Type::I32, n), blocks[case])).collect();
                    builder.switch(Value::arg(0), blocks[default], &cases)
                }
            };
            made.expect("the types fit");
        }
        body
    }

    /// Compares cached with recomputed results.
    fn check(analyses: &mut Analyses, editor: &Editor<'_>) {
        let cfg = Cfg::new(editor.body());
        let fresh = DominatorTree::new(&cfg);
        let fresh_loops = Loops::new(&cfg, &fresh);
        let dominators = analyses.get::<DominatorTree>(editor);
        let loops = analyses.get::<Loops>(editor);
        let sorted = |mut blocks: Vec<Block>| {
            blocks.sort_unstable();
            blocks
        };
        for &a in cfg.layout() {
            assert_eq!(dominators.is_reachable(a), fresh.is_reachable(a), "{a:?}");
            assert_eq!(dominators.idom(a), fresh.idom(a), "{a:?}");
            assert_eq!(sorted(dominators.children(a).collect()), sorted(fresh.children(a).collect()), "{a:?}");
            for &b in cfg.layout() {
                assert_eq!(dominators.dominates(a, b), fresh.dominates(a, b), "{a:?} {b:?}");
                let [kept, new] = [&dominators, &Arc::new(fresh.clone())].map(|t| t.nearest_common_dominator(a, b));
                assert_eq!(kept, new, "{a:?} {b:?}");
            }
            let [kept, new] = [&*loops, &fresh_loops].map(|loops| {
                let inner = loops.loop_of(a)?;
                let parent = loops.parent(inner).map(|outer| loops.header(outer));
                Some((loops.header(inner), parent, sorted(loops.blocks(inner).collect())))
            });
            assert_eq!(kept, new, "{a:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn what_is_kept_is_what_is_computed_anew(
            graph in graphs(),
            steps in prop::collection::vec((0..5u8, any::<u16>(), any::<bool>()), 1..40),
        ) {
            let module = Module::new(&Context::new(), "m");
            let mut body = body_of(&module, &graph);
            let mut editor = Editor::new(&module, &mut body);
            let mut analyses = Analyses::default();
            check(&mut analyses, &editor);
            for (step, which, is_checked) in steps {
                let blocks: Vec<Block> = editor.body().blocks().collect();
                let block = blocks[usize::from(which) % blocks.len()];
                let terminator = editor.body().terminator(block).unwrap();
                let edges: Vec<Use> =
                    blocks.iter().flat_map(|&b| editor.uses().of(b.into())).collect();
                match step {
                    0 => drop(editor.split_block(terminator, b"")),
                    1 if !edges.is_empty() => {
                        editor.split_edge(edges[usize::from(which) % edges.len()], b"");
                    }
                    2 => drop(editor.merge_into_predecessor(block)),
                    3 => {
                        let cfg = Cfg::new(editor.body());
                        let gone: Vec<Block> = blocks.into_iter().filter(|&b| !cfg.is_reachable(b)).collect();
                        editor.erase_blocks(&gone);
                    }
                    // Another kind of change: everything is recomputed.
                    4 if !edges.is_empty() && which % 4 == 0 => {
                        editor.set_operand(edges[usize::from(which) % edges.len()], block.into());
                    }
                    _ => {}
                }
                if is_checked {
                    check(&mut analyses, &editor);
                }
            }
            check(&mut analyses, &editor);
        }
    }

    #[test]
    fn a_result_is_kept_until_a_part_changes_that_it_depends_on() {
        let module = Module::new(&Context::new(), "m");
        let mut body = body_of(&module, &[vec![1], vec![]]);
        let mut editor = Editor::new(&module, &mut body);
        let mut analyses = Analyses::default();
        let dominators = analyses.get::<DominatorTree>(&editor);
        assert_eq!(analyses.get::<Counted>(&editor).0, 2);
        let ret: Inst = editor.body().blocks().last().and_then(|b| editor.body().terminator(b)).unwrap();
        let freeze = InstData::Freeze { value: Value::arg(0) };
        editor.insert(Point::Before(ret), freeze, Type::I32);
        assert_eq!(analyses.get::<Counted>(&editor).0, 2);
        assert!(Arc::ptr_eq(&dominators, &analyses.get(&editor)));
        editor.build_before(ret, |b| b.fence(AtomicOrdering::SeqCst, SyncScope::SYSTEM)).unwrap();
        assert_eq!(analyses.get::<Counted>(&editor).0, 4);
        editor.build_before(ret, |b| b.fence(AtomicOrdering::SeqCst, SyncScope::SYSTEM)).unwrap();
        analyses.preserve(&Preserved::none().and::<Counted>(), &editor);
        assert_eq!(analyses.get::<Counted>(&editor).0, 4);
        assert!(Arc::ptr_eq(&dominators, &analyses.get(&editor)));
    }

    #[test]
    fn a_pass_ends_with_results_dropped_that_are_not_valid() {
        let module = Module::new(&Context::new(), "m");
        let mut body = body_of(&module, &[vec![1], vec![]]);
        let mut editor = Editor::new(&module, &mut body);
        let mut analyses = Analyses::default();
        let counted = Arc::downgrade(&analyses.get::<Counted>(&editor));
        let dominators = Arc::downgrade(&analyses.get::<DominatorTree>(&editor));
        let ret: Inst = editor.body().blocks().last().and_then(|b| editor.body().terminator(b)).unwrap();
        editor.build_before(ret, |b| b.fence(AtomicOrdering::SeqCst, SyncScope::SYSTEM)).unwrap();
        analyses.preserve(&Preserved::none(), &editor);
        assert_eq!([counted.strong_count(), dominators.strong_count()], [0, 1]);
    }

    #[test]
    fn a_result_that_is_held_is_refreshed_in_place() {
        let module = Module::new(&Context::new(), "m");
        let mut body = body_of(&module, &[vec![1], vec![]]);
        let mut editor = Editor::new(&module, &mut body);
        let mut analyses = Analyses::default();
        let dominators = analyses.get::<DominatorTree>(&editor);
        let place = Arc::as_ptr(&dominators);
        let edge = editor.uses().of(editor.body().blocks().nth(1).unwrap().into()).next().unwrap();
        let new = editor.split_edge(edge, b"").unwrap();
        let dominators = analyses.refresh(dominators, &editor);
        assert_eq!((dominators.idom(new), Arc::as_ptr(&dominators)), (editor.body().entry(), place));
    }
}
