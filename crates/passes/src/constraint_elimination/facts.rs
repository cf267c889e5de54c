//! The comparisons known to hold at a point of a function, as a system of signed and a system of unsigned inequalities.

use lindworm_ir::eval::{Int, IntPredicate};
use lindworm_ir::hash::HashMap;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{InstData, Value};
use smallvec::SmallVec;

use super::linear::{Compare, Linear};
use super::system::{Row, System, Variable};
use crate::value_tracking::Query;

/// The maximum number of rows of a system to which facts are added.
const MAX_ROWS: usize = 500;

/// The maximum number of comparisons that are proved for one question, because sums are valid only if they hold.
const MAX_PROOFS: u32 = 32;

/// The part of the dominator tree in which a fact holds: the preorder numbers of the blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scope {
    pub start: u32,
    pub end: u32,
}

impl Scope {
    pub fn contains(self, other: Scope) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A row of one of the systems, and the variables that are new in it.
struct Entry {
    scope: Scope,
    is_signed: bool,
    new: SmallVec<[Value; 2]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    AtMost,
    Equal,
    Different,
}

/// A comparison as a row: `lhs - rhs` related to zero.
struct Constraint {
    row: Row,
    relation: Relation,
    is_signed: bool,
    needs: SmallVec<[Compare; 2]>,
    /// Rows that say which variables are not negative.
    more: SmallVec<[Row; 1]>,
    /// Values that are not variables of the system yet.
    new: SmallVec<[Value; 2]>,
}

/// One system and its variables. The arguments of the function are always variables.
struct Part {
    system: System,
    variables: HashMap<Value, Variable>,
    args: u32,
}

impl Part {
    fn variable(&self, value: Value) -> Option<Variable> {
        match value.kind() {
            ValueKind::Arg(n) => Some(n),
            _ => self.variables.get(&value).copied(),
        }
    }

    fn next(&self) -> Variable {
        self.args + self.variables.len() as u32
    }
}

/// The known comparisons. They are removed in the opposite order of addition.
pub(super) struct Facts {
    signed: Part,
    unsigned: Part,
    entries: Vec<Entry>,
}

/// Whether a value is known not to be negative without looking further than its operands.
fn is_simply_non_negative(query: &Query<'_>, value: Value) -> bool {
    query.width_of(value).is_some_and(|width| query.bits(value, width, 1).is_non_negative())
}

fn strip_casts(query: &Query<'_>, mut value: Value) -> Value {
    for _ in 0..16 {
        value = match query.inst(value) {
            Some(&InstData::Cast { op: lindworm_ir::eval::CastOp::BitCast, value: from, .. })
                if query.module.context().is_pointer(query.type_of(from)) =>
            {
                from
            }
            Some(InstData::GetElementPtr { operands, .. }) => {
                let operands = query.body.list_values(operands);
                let is_same = operands[1..].iter().all(|&index| query.module.constants().is_zero(index))
                    && query.type_of(operands[0]) == query.type_of(value);
                match is_same {
                    true => operands[0],
                    false => break,
                }
            }
            _ => break,
        };
    }
    value
}

impl Facts {
    pub fn new(args: usize) -> Facts {
        let part =
            |is_unsigned| Part { system: System::new(is_unsigned), args: args as u32, variables: HashMap::default() };
        Facts { signed: part(false), unsigned: part(true), entries: Vec::new() }
    }

    fn part(&self, is_signed: bool) -> &Part {
        if is_signed { &self.signed } else { &self.unsigned }
    }

    fn part_mut(&mut self, is_signed: bool) -> &mut Part {
        if is_signed { &mut self.signed } else { &mut self.unsigned }
    }

    /// The number of rows that were added.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Removes rows until there are only `len`.
    pub fn truncate(&mut self, len: usize) {
        while self.entries.len() > len
            && let Some(entry) = self.entries.pop()
        {
            let part = self.part_mut(entry.is_signed);
            part.system.pop();
            for value in &entry.new {
                part.variables.remove(value);
            }
        }
    }

    /// Removes the facts that do not hold in a scope.
    pub fn enter(&mut self, scope: Scope) {
        let held = self.entries.iter().rposition(|entry| entry.scope.contains(scope));
        self.truncate(held.map_or(0, |place| place + 1));
    }

    /// Whether facts with this predicate are still added.
    fn has_room(&self, predicate: IntPredicate) -> bool {
        self.part(predicate.is_signed()).system.len() <= MAX_ROWS
    }

    /// A comparison as a constraint. Equalities are about unsigned integers unless `in_signed`.
    fn constraint(&self, query: &Query<'_>, of: Compare, in_signed: bool) -> Option<Constraint> {
        use IntPredicate::*;
        let Compare { mut predicate, mut lhs, mut rhs } = of;
        if matches!(predicate, Ugt | Uge | Sgt | Sge) {
            (predicate, lhs, rhs) = (predicate.swapped(), rhs, lhs);
        }
        let is_zero = query.module.constants().is_zero(rhs);
        let mut relation = Relation::AtMost;
        match predicate {
            // Of unsigned integers, only zero is at most zero.
            Eq if is_zero && !in_signed => predicate = Ule,
            Ne if is_zero && !in_signed => (predicate, lhs, rhs) = (Ult, rhs, lhs),
            Eq => relation = Relation::Equal,
            Ne => relation = Relation::Different,
            _ => {}
        }
        let is_signed = in_signed || predicate.is_signed();
        let mut linear = Linear::new(*query);
        let a = linear.sum(strip_casts(query, lhs), is_signed);
        let b = linear.sum(strip_casts(query, rhs), is_signed);
        let part = self.part(is_signed);
        let mut new: SmallVec<[Value; 2]> = SmallVec::new();
        let mut terms = SmallVec::new();
        // Whether all terms of a variable are known not to be negative.
        let mut non_negative: SmallVec<[(Variable, bool); 4]> = SmallVec::new();
        for (term, sign) in a.terms.iter().map(|t| (t, 1)).chain(b.terms.iter().map(|t| (t, -1))) {
            let variable = part.variable(term.value).unwrap_or_else(|| {
                let place = new.iter().position(|&value| value == term.value).unwrap_or_else(|| {
                    new.push(term.value);
                    new.len() - 1
                });
                part.next() + place as u32
            });
            terms.push((variable, term.factor.checked_mul(sign)?));
            match non_negative.iter_mut().find(|(known, _)| *known == variable) {
                Some((_, all)) => *all &= term.is_non_negative,
                None => non_negative.push((variable, term.is_non_negative)),
            }
        }
        let is_strict = matches!(predicate, Ult | Slt);
        let bound = b.offset.checked_sub(a.offset)?.checked_sub(i64::from(is_strict))?;
        let row = Row::new(terms, bound)?;
        // Variables that cancel out are not added, as far as no other new one follows.
        let used = row.last().map_or(0, |last| (last + 1).saturating_sub(part.next()));
        new.truncate(used as usize);
        let limit = part.next() + new.len() as u32;
        let more = non_negative.into_iter().filter(|&(variable, all)| all && variable < limit);
        let more = more.filter_map(|(variable, _)| Row::new(SmallVec::from_slice(&[(variable, -1)]), 0)).collect();
        Some(Constraint { row, relation, is_signed, needs: linear.needs, more, new })
    }

    /// The constraint for a question, which has no new variables.
    fn question(&self, query: &Query<'_>, mut of: Compare) -> Option<Constraint> {
        if of.predicate.is_signed() && is_simply_non_negative(query, of.lhs) && is_simply_non_negative(query, of.rhs) {
            of.predicate = of.predicate.to_unsigned();
        }
        self.constraint(query, of, false).filter(|constraint| constraint.new.is_empty())
    }

    fn is_valid(&self, query: &Query<'_>, constraint: &Constraint, proofs: &mut u32) -> bool {
        constraint.needs.iter().all(|&need| self.holds_within(query, need, proofs))
    }

    fn holds_within(&self, query: &Query<'_>, of: Compare, proofs: &mut u32) -> bool {
        if *proofs == 0 {
            return false;
        }
        *proofs -= 1;
        if is_trivial(query, of) {
            return true;
        }
        self.question(query, of).is_some_and(|constraint| {
            self.is_valid(query, &constraint, proofs)
                && constraint.relation == Relation::AtMost
                && self.part(constraint.is_signed).system.implies(&constraint.row, &[])
        })
    }

    /// Whether a comparison certainly holds.
    pub fn holds(&self, query: &Query<'_>, of: Compare) -> bool {
        let mut proofs = MAX_PROOFS;
        self.holds_within(query, of, &mut proofs)
    }

    fn needs_hold(&self, query: &Query<'_>, constraint: &Constraint) -> bool {
        let mut proofs = MAX_PROOFS;
        self.is_valid(query, constraint, &mut proofs)
    }

    /// The result of a comparison, as far as the facts determine it.
    pub fn result(&self, query: &Query<'_>, of: Compare) -> Option<bool> {
        if is_trivial(query, of) {
            return Some(true);
        }
        let constraint = self.question(query, of).filter(|c| self.needs_hold(query, c))?;
        if let Some(result) = self.decide(&constraint) {
            return Some(result);
        }
        let is_known = |value| self.signed.variables.contains_key(&value) || matches!(value.kind(), ValueKind::Arg(_));
        if !of.predicate.is_equality() || !is_known(of.lhs) && !is_known(of.rhs) {
            return None;
        }
        let constraint = self.constraint(query, of, true).filter(|c| c.new.is_empty())?;
        self.needs_hold(query, &constraint).then(|| self.decide(&constraint))?
    }

    fn decide(&self, constraint: &Constraint) -> Option<bool> {
        let system = &self.part(constraint.is_signed).system;
        let implies = |row: Option<Row>| row.is_some_and(|row| system.implies(&row, &constraint.more));
        let row = &constraint.row;
        let is_at_most = system.implies(row, &constraint.more);
        if constraint.relation == Relation::AtMost {
            return if is_at_most { Some(true) } else { implies(row.negated()).then_some(false) };
        }
        let is_equal = constraint.relation == Relation::Equal;
        if is_at_most && implies(row.opposite()) {
            return Some(is_equal);
        }
        (implies(row.negated()) || implies(row.strict())).then_some(!is_equal)
    }

    /// Adds a comparison that holds in a scope, and what follows from it for integers of the other signedness.
    pub fn add_with_consequences(&mut self, query: &Query<'_>, of: Compare, same_sign: bool, scope: Scope) {
        if !self.has_room(of.predicate) {
            return;
        }
        self.add(query, of, scope);
        if same_sign && !of.predicate.is_equality() {
            let signed = of.predicate.is_signed();
            let predicate = if signed { of.predicate.to_unsigned() } else { of.predicate.to_signed() };
            self.add(query, Compare { predicate, ..of }, scope);
        } else {
            self.transfer(query, of, scope);
        }
    }

    /// Adds a comparison that holds in a scope.
    pub fn add(&mut self, query: &Query<'_>, of: Compare, scope: Scope) {
        self.add_to(query, of, scope, false);
        if of.predicate.is_equality() {
            self.add_to(query, of, scope, true);
        }
    }

    fn add_to(&mut self, query: &Query<'_>, of: Compare, scope: Scope, in_signed: bool) {
        let Some(constraint) = self.constraint(query, of, in_signed) else { return };
        if constraint.relation == Relation::Different
            || constraint.row.is_constant()
            || !self.needs_hold(query, &constraint)
        {
            return;
        }
        let Constraint { row, relation, is_signed, new, .. } = constraint;
        let part = self.part_mut(is_signed);
        for &value in &new {
            let variable = part.next();
            part.variables.insert(value, variable);
        }
        let opposite = row.opposite().filter(|_| relation == Relation::Equal);
        part.system.push(row);
        self.entries.push(Entry { scope, is_signed, new });
        if let Some(opposite) = opposite {
            self.part_mut(is_signed).system.push(opposite);
            self.entries.push(Entry { scope, is_signed, new: SmallVec::new() });
        }
    }

    fn is_non_negative(&self, query: &Query<'_>, value: Value) -> bool {
        let zero = query.int(query.type_of(value), &Int::zero(query.width_of(value).unwrap_or(1)));
        self.holds(query, Compare { predicate: IntPredicate::Sge, lhs: value, rhs: zero })
            || is_simply_non_negative(query, value)
    }

    /// Adds what a comparison says about integers of the other signedness.
    fn transfer(&mut self, query: &Query<'_>, of: Compare, scope: Scope) {
        use IntPredicate::*;
        let Compare { predicate, lhs, rhs } = of;
        let ty = query.type_of(lhs);
        let Some(width) = query.module.context().int_width(ty) else { return };
        let zero = query.int(ty, &Int::zero(width));
        let not_negative = |value| Compare { predicate: Sge, lhs: value, rhs: zero };
        match predicate {
            // The smaller integer is not negative if the greater is not.
            Ult | Ule if self.is_non_negative(query, rhs) => {
                self.add(query, not_negative(lhs), scope);
                self.add(query, Compare { predicate: predicate.to_signed(), ..of }, scope);
            }
            Ugt | Uge if self.is_non_negative(query, lhs) => {
                self.add(query, not_negative(rhs), scope);
                self.add(query, Compare { predicate: predicate.to_signed(), ..of }, scope);
            }
            Slt if self.is_non_negative(query, lhs) => self.add(query, Compare { predicate: Ult, ..of }, scope),
            Sgt => {
                let minus_one = query.int(ty, &Int::all_ones(width));
                if self.holds(query, Compare { predicate: Sge, lhs: rhs, rhs: minus_one }) {
                    self.add(query, Compare { predicate: Uge, lhs, rhs: zero }, scope);
                }
                if self.is_non_negative(query, rhs) {
                    self.add(query, Compare { predicate: Ugt, ..of }, scope);
                }
            }
            Sge if self.is_non_negative(query, rhs) => self.add(query, Compare { predicate: Uge, ..of }, scope),
            _ => {}
        }
    }
}

/// Whether a comparison holds for all unsigned integers.
fn is_trivial(query: &Query<'_>, of: Compare) -> bool {
    let is_zero = |value| query.module.constants().is_zero(value);
    match of.predicate {
        IntPredicate::Ule => is_zero(of.lhs),
        IntPredicate::Uge => is_zero(of.rhs),
        _ => false,
    }
}
