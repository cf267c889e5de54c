//! `loop-unroll` and `loop-unroll-full`: copy the iterations of loops one after the other.
//!
//! A loop with a small constant number of iterations is replaced by them. Otherwise iterations are peeled off if conditions have a
//! known result in them; or the loop runs several copies of its body in each iteration. If the number of iterations is only known at
//! run time, another loop runs those that are left over.
//!
//! The decision is linear in the loop, that on conditions of the first iterations in the number of these, and the simulation of
//! complete unrolling in the size of its result. The result is at most [`MAX_SIZE`] instructions, whatever pragmas ask for.

mod clean_up;
mod cost;
mod iterations;
mod peel;
mod preferences;
mod runtime;
mod scopes;

use std::cell::Cell;

use lindworm_analysis::Loops;
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Block, Metadata};

use self::cost::{Size, savings, size};
pub(crate) use self::cost::{code_size, ephemeral};
use self::iterations::Trips;
use self::peel::Peel;
use self::preferences::{BACK_EDGE, Preferences, RUNTIME_COUNT};
pub(crate) use self::preferences::{has_scaled_addresses, is_x86_64};
use crate::loop_form::LoopForm;
use crate::loop_id::Wanted;
use crate::loop_passes::{in_pass_order, is_header};
use crate::pass::{FunctionEdit, FunctionPass, LoopPass};
use crate::scalar_evolution::{ScalarEvolution, ScevInput};
use crate::table::PassOptions;
use crate::{Lcssa, LoopSimplify};

/// The maximum size of a loop that a pragma asks to unroll.
const PRAGMA_THRESHOLD: u32 = 16 * 1024;
/// The maximum number of iterations of such a loop.
const MAX_PRAGMA_ITERATIONS: u32 = 1_000_000;
/// The maximum size of the result, whatever is asked for.
const MAX_SIZE: u64 = 1 << 20;

/// Unrolls and peels loops.
#[derive(Clone, Debug)]
pub struct LoopUnroll {
    options: PassOptions,
    parameters: Parameters,
    /// Whether thresholds are those of `-O3`.
    is_aggressive: bool,
    only_when_forced: bool,
    is_full: bool,
}

/// What the parameters in angle brackets say.
#[derive(Clone, Debug, Default)]
struct Parameters {
    partial: Option<bool>,
    peeling: Option<bool>,
    runtime: Option<bool>,
    upper_bound: Option<bool>,
    full_max_count: Option<u32>,
}

impl LoopUnroll {
    fn new(options: &PassOptions) -> LoopUnroll {
        LoopUnroll {
            options: options.clone(),
            parameters: Parameters::default(),
            is_aggressive: false,
            only_when_forced: options.in_predefined && options.flag("disable-loop-unrolling") == Some(true),
            is_full: false,
        }
    }

    /// Parses the parameters of `loop-unroll`.
    ///
    /// # Errors
    ///
    /// LLVM's message for an unknown parameter.
    pub fn parse(parameters: &str, options: &PassOptions) -> Result<LoopUnroll, String> {
        let mut pass = LoopUnroll::new(options);
        for parameter in parameters.split(';').filter(|p| !p.is_empty()) {
            let wrong = || format!("invalid LoopUnrollPass parameter '{parameter}' ");
            if let Some(number) = parameter.strip_prefix("full-unroll-max=") {
                pass.parameters.full_max_count = Some(number.parse().map_err(|_| wrong())?);
                continue;
            }
            let name = parameter.strip_prefix("no-");
            let is_on = Some(name.is_none());
            match name.unwrap_or(parameter) {
                "O0" | "O1" | "O2" => pass.is_aggressive = false,
                "O3" => pass.is_aggressive = true,
                "partial" => pass.parameters.partial = is_on,
                "peeling" => pass.parameters.peeling = is_on,
                "profile-peeling" => {}
                "runtime" => pass.parameters.runtime = is_on,
                "upperbound" => pass.parameters.upper_bound = is_on,
                _ => return Err(wrong()),
            }
        }
        Ok(pass)
    }

    /// Parses the parameters of `loop-unroll-full`.
    ///
    /// # Errors
    ///
    /// LLVM's message for an unknown parameter.
    pub fn parse_full(parameters: &str, options: &PassOptions) -> Result<LoopUnroll, String> {
        let mut pass = LoopUnroll::new(options);
        pass.is_full = true;
        let (partial, runtime, upper_bound) = (Some(false), Some(false), Some(false));
        pass.parameters = Parameters { partial, runtime, upper_bound, peeling: Some(true), full_max_count: None };
        for parameter in parameters.split(';').filter(|p| !p.is_empty()) {
            match parameter {
                "O0" | "O1" | "O2" => pass.is_aggressive = false,
                "O3" => pass.is_aggressive = true,
                "only-when-forced" => pass.only_when_forced = true,
                other => return Err(format!("invalid LoopFullUnrollPass parameter '{other}' ")),
            }
        }
        Ok(pass)
    }

    /// The cost of a computation before a loop that is cheap.
    fn budget(&self) -> u32 {
        self.options.number("scev-cheap-expansion-budget").unwrap_or(4)
    }
}

/// What happens while the loops of a function are unrolled.
#[derive(Default)]
struct State {
    /// Whether loops may have lost their form.
    is_dirty: Cell<bool>,
}

impl State {
    /// Restores the form of all loops.
    fn restore(&self, f: &mut FunctionEdit<'_, '_>) {
        if self.is_dirty.take() {
            LoopSimplify.run(f);
            Lcssa.run(f);
        }
    }
}

/// What is to be done with a loop.
#[derive(Clone, Copy)]
struct Request<'a> {
    /// The number of copies.
    count: u32,
    /// Whether the number of iterations is computed at run time.
    runtime: bool,
    /// Whether the loop is unrolled even if that number cannot be computed.
    force: bool,
    allows_expensive_count: bool,
    /// Whether the iterations that are left over are not a loop either.
    unrolls_remainder: bool,
    multi_exit: bool,
    budget: u32,
    options: &'a PassOptions,
    state: &'a State,
}

/// What became of a loop.
enum Outcome {
    Unmodified,
    /// The loop has this latch; the loop of the remaining iterations has this header.
    Part {
        latch: Block,
        remainder: Option<Block>,
    },
    /// The loop does not exist any more.
    Full,
}

impl LoopPass for LoopUnroll {
    fn name(&self) -> &'static str {
        "loop-unroll-full"
    }

    fn class(&self) -> &'static str {
        "LoopFullUnrollPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        let state = State::default();
        let is_gone = unroll(self, f, header, &state);
        state.restore(f);
        (!is_gone).then_some(header)
    }
}

impl FunctionPass for LoopUnroll {
    fn name(&self) -> &'static str {
        if self.is_full { "loop-unroll-full" } else { "loop-unroll" }
    }

    fn class(&self) -> &'static str {
        "LoopUnrollPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        LoopSimplify.run(f);
        Lcssa.run(f);
        let loops = f.analyses.get::<Loops>(&f.editor);
        let outer: HashSet<_> = loops.iter().filter_map(|one| loops.parent(one)).collect();
        let headers: Vec<(Block, bool)> =
            in_pass_order(&loops).into_iter().map(|one| (loops.header(one), outer.contains(&one))).collect();
        drop(loops);
        let state = State::default();
        for (header, has_inner) in headers {
            if has_inner {
                state.restore(f);
            }
            if f.editor.body().is_placed(header) && is_header(&f.analyses.get::<Loops>(&f.editor), header) {
                unroll(self, f, header, &state);
            }
        }
        state.restore(f);
    }
}

/// What is done with a loop.
enum Decision {
    Peel(Peel),
    /// The number of copies, and whether the user gave it.
    Unroll {
        count: u32,
        is_explicit: bool,
    },
}

/// Unrolls or peels a loop. Returns whether it does not exist any more.
fn unroll(pass: &LoopUnroll, f: &mut FunctionEdit<'_, '_>, header: Block, state: &State) -> bool {
    let Some(form) = LoopForm::of(f, header) else { return false };
    let (Some(_), Some(latch)) = (form.preheader, form.latch) else { return false };
    let id = f.loop_id(latch);
    let wanted = f.is_wanted(id, "llvm.loop.unroll");
    if wanted == Wanted::No
        || pass.only_when_forced && wanted != Wanted::Forced
        || wanted != Wanted::Forced && is_jammed(f, &form, id)
        || !form.has_dedicated_exits(&f.editor)
    {
        return false;
    }
    let mut limits = Preferences::of(pass, f, &form);
    let is_for_size = {
        use lindworm_ir::attributes::AttrKind;
        let has = |kind| crate::function_attrs::has(f.editor.module(), f.additions.function(), kind);
        has(AttrKind::OPT_SIZE) || has(AttrKind::MIN_SIZE)
    };
    if limits.threshold == 0 && (!limits.partial || limits.partial_threshold == 0) && !is_for_size {
        return false;
    }
    let ephemeral = ephemeral(f, &form);
    let Some(size) = size(f, &form, &ephemeral).filter(|size| !size.has_inline_candidate) else { return false };
    if is_for_size {
        limits.threshold = limits.threshold.max(size.instructions + 1);
    }
    limits.allows_remainder &= !size.is_convergent;
    let input = ScevInput::of(f);
    let (decision, trips) = {
        let mut scev = input.analyse(f);
        let Some(of) = input.loops.loop_of(header) else { return false };
        let trips = Trips::of(&mut scev, &form, of);
        let question = Question { pass, f, form: &form, id, size, trips: &trips };
        let analyse = |scev: &mut ScalarEvolution<'_>, limits: &Preferences, count: u32| {
            let max = u64::from(limits.threshold) * u64::from(limits.max_boost) / 100;
            savings(f, &form, scev, &ephemeral, (count, limits.max_analyzed, max))
        };
        (question.decide(&mut limits, &mut scev, analyse), trips)
    };
    drop(input);
    let (count, is_explicit) = match decision {
        None => return false,
        Some(Decision::Peel(how)) => {
            peel::peel(f, &form, how, state);
            return false;
        }
        Some(Decision::Unroll { count, is_explicit }) => (count, is_explicit),
    };
    let is_partial = trips.exact == 0 && trips.max == 0 || count < trips.exact || count < trips.max;
    if pass.is_full && is_partial || Preferences::unrolled_size(size.instructions, count) > MAX_SIZE {
        return false;
    }
    limits.runtime &= !size.is_convergent && trips.exact == 0 && !trips.multiple.is_multiple_of(count);
    let request = Request {
        count,
        runtime: limits.runtime,
        force: limits.force,
        allows_expensive_count: limits.allows_expensive_count,
        unrolls_remainder: limits.unrolls_remainder,
        multi_exit: limits.multi_exit,
        budget: limits.budget,
        options: &pass.options,
        state,
    };
    match iterations::unroll(f, header, request) {
        Outcome::Unmodified => false,
        Outcome::Full => true,
        Outcome::Part { latch, remainder } => {
            set_ids(f, id, latch, remainder, is_explicit);
            false
        }
    }
}

/// Sets the ids of an unrolled loop and of that of the remaining iterations.
fn set_ids(
    f: &mut FunctionEdit<'_, '_>,
    old: Option<Metadata>,
    latch: Block,
    remainder: Option<Block>,
    explicit: bool,
) {
    const ALL: &[u8] = b"llvm.loop.unroll.followup_all";
    let rest = remainder.and_then(|header| LoopForm::of(f, header)?.latch);
    if let Some(rest) = rest {
        match f.followup(old, &[ALL, b"llvm.loop.unroll.followup_remainder"]) {
            Some(id) => f.set_loop_id(rest, id),
            None => f.forbid_unrolling(rest),
        }
    }
    match f.followup(old, &[ALL, b"llvm.loop.unroll.followup_unrolled"]) {
        Some(id) => f.set_loop_id(latch, id),
        None if explicit => f.forbid_unrolling(latch),
        None => {}
    }
}

/// Whether the user wants the loop, or that around it, to be unrolled and jammed.
fn is_jammed(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, id: Option<Metadata>) -> bool {
    const PREFIX: &str = "llvm.loop.unroll_and_jam";
    if f.is_wanted(id, PREFIX) == Wanted::Forced {
        return true;
    }
    let loops = f.analyses.get::<Loops>(&f.editor);
    let outer = loops.loop_of(form.header).and_then(|one| loops.parent(one)).map(|outer| loops.header(outer));
    let outer_latch = outer.and_then(|header| LoopForm::of(f, header)?.latch);
    outer_latch.is_some_and(|latch| f.is_wanted(f.loop_id(latch), PREFIX) == Wanted::Forced)
}

/// The question how a loop is unrolled.
struct Question<'q, 'f, 'm> {
    pass: &'q LoopUnroll,
    f: &'q FunctionEdit<'f, 'm>,
    form: &'q LoopForm,
    id: Option<Metadata>,
    size: Size,
    trips: &'q Trips,
}

impl Question<'_, '_, '_> {
    fn unrolled(&self, count: u32) -> u64 {
        Preferences::unrolled_size(self.size.instructions, count)
    }

    /// Decides, in this order: what the options and pragmas say; complete unrolling; complete unrolling up to a bound; peeling;
    /// unrolling by a factor of the number of iterations; unrolling by any factor.
    fn decide<'a>(
        &self,
        limits: &mut Preferences,
        scev: &mut ScalarEvolution<'a>,
        analyse: impl Fn(&mut ScalarEvolution<'a>, &Preferences, u32) -> Option<cost::Savings>,
    ) -> Option<Decision> {
        let (f, trips, options) = (self.f, self.trips, &self.pass.options);
        let of_user = if self.pass.is_full { None } else { options.number("unroll-count").filter(|&n| n > 0) };
        let has = |name: &[u8]| f.has_loop_property(self.id, name);
        let (is_full, is_enabled) = (has(b"llvm.loop.unroll.full"), has(b"llvm.loop.unroll.enable"));
        let of_pragma = f.loop_number(self.id, b"llvm.loop.unroll.count");
        let of_pragma = of_pragma.and_then(|n| u32::try_from(n).ok()).filter(|&n| n > 0);
        let is_explicit = of_user.is_some() || of_pragma.is_some() || is_full || is_enabled;
        let decided = |count: u32| Some(Decision::Unroll { count, is_explicit });
        if let Some(count) = options.number("unroll-peel-count").filter(|&n| n > 0) {
            return Some(Decision::Peel(Peel { count, is_last: false, is_final: true }));
        }
        let by_user = of_user.filter(|&n| limits.allows_remainder && self.unrolled(n) < u64::from(limits.threshold));
        let by_pragma = of_pragma.filter(|&n| limits.allows_remainder || trips.multiple.is_multiple_of(n));
        if let Some(count) = by_user.or(by_pragma) {
            limits.allows_expensive_count = true;
            limits.force = true;
            limits.runtime |= of_pragma.is_some();
            return decided(count);
        }
        if is_full && trips.exact != 0 && trips.exact <= MAX_PRAGMA_ITERATIONS {
            return decided(trips.exact);
        }
        if is_enabled && trips.exact == 0 && trips.max != 0 && trips.max <= limits.max_upper_bound {
            return decided(trips.max);
        }
        if is_explicit && trips.exact != 0 {
            limits.threshold = limits.threshold.max(PRAGMA_THRESHOLD);
            limits.partial_threshold = limits.partial_threshold.max(PRAGMA_THRESHOLD);
        }
        let is_small = |limits: &Preferences, scev: &mut ScalarEvolution<'a>, count: u32| {
            if count > limits.full_max_count {
                return false;
            }
            if self.unrolled(count) < u64::from(limits.threshold) {
                return true;
            }
            let Some(cost) = analyse(scev, limits, count) else { return false };
            let boost = match cost.unrolled {
                _ if cost.rolled >= u32::MAX / 100 => 100,
                0 => limits.max_boost,
                unrolled => (100 * cost.rolled / unrolled).min(limits.max_boost),
            };
            u64::from(cost.unrolled) < u64::from(limits.threshold) * u64::from(boost) / 100
        };
        if trips.exact != 0 && is_small(limits, scev, trips.exact) {
            return decided(trips.exact);
        }
        let is_bounded = trips.exact == 0 && trips.max != 0 && trips.max <= limits.max_upper_bound;
        if is_bounded && (limits.upper_bound || trips.is_max_or_one) && is_small(limits, scev, trips.max) {
            return decided(trips.max);
        }
        let sizes = (self.size.instructions, limits.threshold);
        if let Some(peel) = peel::count(self.pass, f, self.form, scev, sizes) {
            return Some(Decision::Peel(peel));
        }
        if trips.exact != 0 {
            limits.partial |= is_explicit;
            return self.partial_count(limits).and_then(decided);
        }
        if has(b"llvm.loop.unroll.runtime.disable")
            || trips.max != 0 && !limits.force && trips.max < limits.max_upper_bound
        {
            return None;
        }
        limits.runtime |= is_enabled || of_pragma.is_some() || of_user.is_some();
        if !limits.runtime {
            return None;
        }
        let mut count = RUNTIME_COUNT;
        while count != 0 && self.unrolled(count) > u64::from(limits.partial_threshold) {
            count /= 2;
        }
        if !limits.allows_remainder {
            while count != 0 && !trips.multiple.is_multiple_of(count) {
                count /= 2;
            }
        }
        count = count.min(limits.max_count);
        if trips.max != 0 {
            count = count.min(trips.max);
        }
        if count < 2 { None } else { decided(count) }
    }

    /// The number of copies of a loop with a known number of iterations: a divisor of that number, or a power of two.
    fn partial_count(&self, limits: &Preferences) -> Option<u32> {
        if !limits.partial {
            return None;
        }
        let trips = self.trips.exact;
        let threshold = u64::from(limits.partial_threshold);
        let mut count = trips;
        if self.unrolled(count) > threshold {
            let room = limits.partial_threshold.max(BACK_EDGE + 1) - BACK_EDGE;
            count = room / (self.size.instructions - BACK_EDGE);
        }
        count = count.min(limits.max_count);
        while count != 0 && !trips.is_multiple_of(count) {
            count -= 1;
        }
        if limits.allows_remainder && count <= 1 {
            count = RUNTIME_COUNT;
            while count != 0 && self.unrolled(count) > threshold {
                count /= 2;
            }
        }
        count = count.min(limits.max_count);
        (count >= 2).then_some(count)
    }
}
