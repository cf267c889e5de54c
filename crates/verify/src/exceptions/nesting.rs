//! The nesting of pads, for deeply nested ones, where following parents for each edge would take too long.

use lindworm_ir::hash::HashMap;
use lindworm_ir::{Inst, Value};

use super::{is_scoped_pad, parent_of};
use crate::check::FunctionCheck;

/// For each pad, the pre- and postorder numbers in a walk over the tree of pads. Pads on a cycle of parents have none.
pub struct Nesting(HashMap<Value, (u32, u32)>);

/// Evaluates `ask` on the nesting of the function's pads, which is computed on first use.
pub fn with_nesting<T>(f: &mut FunctionCheck, ask: impl FnOnce(&Nesting) -> T) -> T {
    let nesting = f.exceptions.nesting.take().unwrap_or_else(|| Nesting::new(f));
    let answer = ask(&nesting);
    f.exceptions.nesting = Some(nesting);
    answer
}

impl Nesting {
    fn new(f: &FunctionCheck) -> Nesting {
        let blocks = f.cfg.layout().iter();
        let pads: Vec<Inst> =
            blocks.filter_map(|&b| f.first_non_phi(b)).filter(|&i| is_scoped_pad(f.body.inst(i))).collect();
        let mut nested: HashMap<Option<Value>, Vec<Value>> = HashMap::default();
        for pad in pads {
            nested.entry(parent_of(f, pad.into())).or_default().push(pad.into());
        }
        let mut numbers = HashMap::default();
        let mut stack = vec![(None, nested.remove(&None).unwrap_or_default())];
        let mut next = 0;
        while let Some((pad, inner)) = stack.last_mut() {
            next += 1;
            if let Some(pad) = inner.pop() {
                numbers.insert(pad, (next, u32::MAX));
                stack.push((Some(pad), nested.remove(&Some(pad)).unwrap_or_default()));
                continue;
            }
            if let Some(pad) = *pad
                && let Some(number) = numbers.get_mut(&pad)
            {
                number.1 = next;
            }
            stack.pop();
        }
        Nesting(numbers)
    }

    /// Whether a pad is equal to or nested in another. All properly nested pads are in `None`.
    pub fn is_in(&self, inner: Value, outer: Option<Value>) -> bool {
        let Some(&(start, _)) = self.0.get(&inner) else { return false };
        match outer {
            None => true,
            Some(outer) => self.0.get(&outer).is_some_and(|&(first, last)| (first..last).contains(&start)),
        }
    }
}
