//! Sorting and searching with a comparison function.

use super::argument::offset;
use super::{Call, Then, builtins};
use crate::memory::{Kind, Memory, Target};
use crate::run::Access;
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "qsort" = |c| {
        let compare = c.arg(3)?;
        sort(c, &|c, a, b| call(c, compare, &[a, b]))
    },
    "qsort_r" = |c| {
        let (compare, argument) = (c.arg(3)?, c.register(4)?);
        sort(c, &|c, a, b| call(c, compare, &[a, b, argument]))
    },
    "bsearch" = |c| {
        let (key, base, count, size, compare) = (c.register(0)?, c.register(1)?, c.size(2)?, c.size(3)?, c.arg(4)?);
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            let place = offset(base, middle.wrapping_mul(size));
            match call(c, compare, &[key, place])? {
                0 => return c.give_register(place),
                order if order < 0 => high = middle,
                _ => low = middle + 1,
            }
        }
        c.give_null()
    },
}

/// The result of a comparison function.
fn call(c: &mut Call<'_>, compare: Reg, args: &[Reg]) -> Result<i32, Stop> {
    let result = c.state.call_pointer(c.program, compare, args)?;
    let Some(&order) = result.first() else { return Ok(0) };
    if !order.meta.is_defined() {
        let notes = c.state.origin_note(order);
        let message = format!("what the comparison of `@{}` returned is not defined", c.builtin.name);
        c.state.undefined(&crate::ub::library::UNDEFINED_ARGUMENT, message, notes)?;
    }
    Ok(c.state.freeze(order, 32).bits as i32)
}

type Order<'a> = dyn Fn(&mut Call<'_>, Reg, Reg) -> Result<i32, Stop> + 'a;

/// `qsort` by merge sort like the GNU C library: the order of equal elements is preserved.
fn sort(c: &mut Call<'_>, order: &Order<'_>) -> Result<Then, Stop> {
    let (base, count, size) = (c.register(0)?, c.size(1)?, c.size(2)?);
    let len = count.saturating_mul(size);
    if count < 2 || size == 0 {
        return Ok(Then::Return);
    }
    c.state.access(base, 0, len, 1, Access::Load)?;
    let Some(Target::Arena(place, _)) = c.state.access(base, 0, len, 1, Access::Store)? else {
        return match base.bits {
            0 => Ok(Then::Return),
            _ => Err(c.state.error("memory of the host cannot be sorted")),
        };
    };
    // The steps of comparison functions are counted separately.
    c.state.make_room(count.saturating_mul(2 * size_of::<u64>() as u64))?;
    c.state.spend(count.saturating_mul(u64::from(count.ilog2()) + 1))?;
    // The elements are moved when their order is known.
    let mut numbers: Vec<u64> = (0..count).collect();
    merge_sort(c, order, base, size, &mut numbers, &mut vec![0; count as usize])?;
    let site = c.state.site();
    let copy = c.state.memory.allocate(Kind::Machine, len, 16, site);
    let copy = copy.map_err(|e| c.state.error(e.to_string()))?;
    let from = c.state.memory.place_of(copy.bits);
    c.state.memory.copy(from, place, len);
    for (to, number) in numbers.into_iter().enumerate() {
        c.state.memory.copy(Memory::behind(place, to as u64 * size), Memory::behind(from, number * size), size);
    }
    c.state.memory.free(copy.meta.provenance(), site);
    Ok(Then::Return)
}

fn merge_sort(
    c: &mut Call<'_>,
    order: &Order<'_>,
    base: Reg,
    size: u64,
    numbers: &mut [u64],
    space: &mut [u64],
) -> Result<(), Stop> {
    if numbers.len() < 2 {
        return Ok(());
    }
    let middle = numbers.len() / 2;
    merge_sort(c, order, base, size, &mut numbers[..middle], space)?;
    merge_sort(c, order, base, size, &mut numbers[middle..], space)?;
    let (mut a, mut b, mut to) = (0, middle, 0);
    while a < middle && b < numbers.len() {
        let at = |n: u64| offset(base, n * size);
        let from = if order(c, at(numbers[a]), at(numbers[b]))? <= 0 { &mut a } else { &mut b };
        space[to] = numbers[*from];
        *from += 1;
        to += 1;
    }
    // The rest of the second half is already in place.
    numbers.copy_within(a..middle, to);
    numbers[..to].copy_from_slice(&space[..to]);
    Ok(())
}
