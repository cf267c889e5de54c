//! Systems of linear inequalities over the integers.
//!
//! Whether a system implies an inequality is decided by Fourier-Motzkin elimination: the system and the negated inequality have no
//! solution over the rationals (Dantzig and Eaves, "Fourier-Motzkin elimination and its dual", 1973). The elimination ends without
//! a proof when it would need more than [`MAX_ELIMINATION_ROWS`] rows or when a coefficient overflows.

use smallvec::SmallVec;

/// The maximum number of rows during an elimination.
const MAX_ELIMINATION_ROWS: usize = 500;

/// A variable of a system.
pub(super) type Variable = u32;

/// Coefficients other than zero, ordered by variable.
type Terms = SmallVec<[(Variable, i64); 4]>;

/// The inequality `sum of coefficient * variable <= bound`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    terms: Terms,
    bound: i64,
}

impl Row {
    /// A row from coefficients in any order; those of one variable are added up. `None` on overflow.
    pub fn new(mut terms: Terms, bound: i64) -> Option<Row> {
        terms.sort_by_key(|&(variable, _)| variable);
        let mut sums: Terms = SmallVec::new();
        for (variable, coefficient) in terms {
            match sums.last_mut() {
                Some((last, sum)) if *last == variable => *sum = sum.checked_add(coefficient)?,
                _ => sums.push((variable, coefficient)),
            }
        }
        sums.retain(|&mut (_, coefficient)| coefficient != 0);
        Some(Row { terms: sums, bound })
    }

    /// The greatest variable.
    pub fn last(&self) -> Option<Variable> {
        self.terms.last().map(|&(variable, _)| variable)
    }

    /// Whether the row has no variables.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The row with the opposite relation, `sum >= bound`.
    pub fn opposite(&self) -> Option<Row> {
        let terms = self.terms.iter().map(|&(variable, n)| Some((variable, n.checked_neg()?)));
        Some(Row { terms: terms.collect::<Option<_>>()?, bound: self.bound.checked_neg()? })
    }

    /// The row with the strict relation, `sum < bound`.
    pub fn strict(&self) -> Option<Row> {
        Some(Row { terms: self.terms.clone(), bound: self.bound.checked_sub(1)? })
    }

    /// The row that holds exactly if this one does not, `sum > bound`.
    pub fn negated(&self) -> Option<Row> {
        self.opposite()?.strict()
    }

    /// The coefficient of the greatest variable.
    fn last_coefficient(&self) -> i64 {
        self.terms.last().map_or(0, |&(_, coefficient)| coefficient)
    }

    /// `a * m + b * n`. `None` on overflow.
    fn combined(a: &Row, m: i64, b: &Row, n: i64) -> Option<Row> {
        let mut terms: Terms = SmallVec::new();
        let (mut i, mut j) = (0, 0);
        loop {
            let (x, y) = (a.terms.get(i), b.terms.get(j));
            let Some(next) = [x, y].into_iter().flatten().map(|t| t.0).min() else { break };
            let mut sum = 0i64;
            if let Some(&(_, n)) = x.filter(|t| t.0 == next) {
                sum = n.checked_mul(m)?;
                i += 1;
            }
            if let Some(&(_, c)) = y.filter(|t| t.0 == next) {
                sum = sum.checked_add(c.checked_mul(n)?)?;
                j += 1;
            }
            if sum != 0 {
                terms.push((next, sum));
            }
        }
        let bound = a.bound.checked_mul(m)?.checked_add(b.bound.checked_mul(n)?)?;
        Some(Row { terms, bound })
    }
}

/// Inequalities that hold at once. They are added and removed as on a stack.
pub(super) struct System {
    rows: Vec<Row>,
    /// Whether every variable is at least zero.
    is_unsigned: bool,
}

impl System {
    pub fn new(is_unsigned: bool) -> System {
        System { rows: Vec::new(), is_unsigned }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn push(&mut self, row: Row) {
        self.rows.push(row);
    }

    pub fn pop(&mut self) {
        self.rows.pop();
    }

    /// Whether the rows, together with `more`, imply a row.
    pub fn implies(&self, row: &Row, more: &[Row]) -> bool {
        if row.is_constant() {
            return row.bound >= 0;
        }
        let Some(negated) = row.negated() else { return false };
        // Only rows that share a variable with the negated row, directly or through other rows, can contradict it.
        let mut variables: SmallVec<[Variable; 16]> = negated.terms.iter().map(|t| t.0).collect();
        let mut rows = vec![negated];
        let mut rest: Vec<&Row> = self.rows.iter().chain(more).collect();
        loop {
            let before = rest.len();
            rest.retain(|row| {
                let is_connected = row.terms.iter().any(|t| variables.binary_search(&t.0).is_ok());
                if is_connected {
                    for &(variable, _) in &row.terms {
                        if let Err(place) = variables.binary_search(&variable) {
                            variables.insert(place, variable);
                        }
                    }
                    rows.push((*row).clone());
                }
                !is_connected
            });
            if rest.len() == before {
                break;
            }
        }
        if self.is_unsigned {
            rows.extend(variables.iter().map(|&v| Row { terms: SmallVec::from_slice(&[(v, -1)]), bound: 0 }));
        }
        !may_have_solution(rows, &variables)
    }
}

/// Whether rows, none of which is constant, may have a common solution. Eliminates the variables, which are in order, from the last
/// to the first. What remains has no later variable, so that the rows with a variable are those of which it is the last.
fn may_have_solution(rows: Vec<Row>, variables: &[Variable]) -> bool {
    let mut count = rows.len();
    let mut by_last: Vec<Vec<Row>> = vec![Vec::new(); variables.len()];
    let place = |row: &Row| variables.binary_search(&row.last()?).ok();
    for row in rows {
        if let Some(place) = place(&row) {
            by_last[place].push(row);
        }
    }
    while let Some(rows) = by_last.pop() {
        count -= rows.len();
        let (upper, lower): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.last_coefficient() > 0);
        for a in &upper {
            for b in &lower {
                let Some(m) = b.last_coefficient().checked_neg() else { return true };
                let Some(row) = Row::combined(a, m, b, a.last_coefficient()) else { return true };
                if row.is_constant() {
                    if row.bound < 0 {
                        return false;
                    }
                    continue;
                }
                count += 1;
                if count > MAX_ELIMINATION_ROWS {
                    return true;
                }
                if let Some(place) = place(&row) {
                    by_last[place].push(row);
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(terms: &[(Variable, i64)], bound: i64) -> Row {
        Row::new(SmallVec::from_slice(terms), bound).unwrap()
    }

    #[test]
    fn transitive_inequalities_are_implied() {
        let mut system = System::new(false);
        // x <= y, y <= z - 1
        system.push(row(&[(0, 1), (1, -1)], 0));
        system.push(row(&[(1, 1), (2, -1)], -1));
        assert!(system.implies(&row(&[(0, 1), (2, -1)], -1), &[]));
        assert!(!system.implies(&row(&[(0, 1), (2, -1)], -2), &[]));
        system.pop();
        assert!(!system.implies(&row(&[(0, 1), (2, -1)], -1), &[]));
    }

    #[test]
    fn variables_of_unsigned_systems_are_not_negative() {
        let is_implied = |is_unsigned| System::new(is_unsigned).implies(&row(&[(3, -1)], 0), &[]);
        assert!(is_implied(true));
        assert!(!is_implied(false));
    }

    #[test]
    fn overflow_is_no_proof() {
        let mut system = System::new(false);
        system.push(row(&[(0, i64::MAX), (1, 1)], 0));
        system.push(row(&[(0, -3), (1, i64::MIN)], 5));
        assert!(!system.implies(&row(&[(0, 1)], 0), &[]));
        assert_eq!(row(&[(0, i64::MIN)], 0).negated(), None);
    }

    #[test]
    fn elimination_that_would_need_too_many_rows_ends() {
        let mut system = System::new(false);
        for n in 0..300 {
            system.push(row(&[(n, 1), (1000, 1)], 0));
            system.push(row(&[(n, -1), (1000, -1), (1001, 1)], 0));
        }
        assert!(!system.implies(&row(&[(1000, 1), (1001, -1)], -7), &[]));
    }
}
