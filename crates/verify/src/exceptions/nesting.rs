//! Which pads are nested in which, for where they are nested deeply: going outwards one by one, edge by edge, would take too
//! long there.

use lindworm_ir::hash::HashMap;
use lindworm_ir::{Inst, Value};

use super::{is_scoped_pad, parent_of};
use crate::check::FunctionCheck;

/// For each pad the numbers at which a walk over all pads, from outside to inside, comes to it and leaves it. Pads that are
/// nested in each other have none.
pub struct Nesting(HashMap<Value, (u32, u32)>);

/// What `ask` finds out about the pads of a function, which are numbered when somebody asks first.
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

    /// Whether a pad is, or is nested in, another; in `None` all are nested that are nested properly.
    pub fn is_in(&self, inner: Value, outer: Option<Value>) -> bool {
        let Some(&(start, _)) = self.0.get(&inner) else { return false };
        match outer {
            None => true,
            Some(outer) => self.0.get(&outer).is_some_and(|&(first, last)| (first..last).contains(&start)),
        }
    }
}
