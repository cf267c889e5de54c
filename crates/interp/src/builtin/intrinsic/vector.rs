//! Vector intrinsics whose lanes depend on several lanes of the operands: masks, searches, and data-dependent permutations.

use lindworm_eval::{Int, IntPredicate};
use smallvec::SmallVec;

use crate::builtin::{Call, Then, builtins};
use crate::run::Regs;
use crate::stop::Stop;
use crate::ub::intrinsic as kinds;
use crate::value::Reg;

builtins! {
    "llvm.get.active.lane.mask" = active_lane_mask,
    "llvm.experimental.get.vector.length" = get_vector_length,
    "llvm.experimental.vector.compress" = compress,
    "llvm.experimental.vector.match" = find,
    "llvm.experimental.vector.extract.last.active" = extract_last_active,
    "llvm.experimental.cttz.elts" = |c| count_trailing(c, None),
    "llvm.vp.cttz.elts" = |c| count_trailing(c, Some((2, 3))),
    "llvm.experimental.vp.reverse" = reverse,
    "llvm.experimental.vp.splice" = splice,
    "llvm.loop.dependence.war.mask" = |c| dependence_mask(c, |distance, ahead| distance <= 0 || ahead < distance),
    "llvm.loop.dependence.raw.mask" = |c| {
        dependence_mask(c, |distance, ahead| distance == 0 || ahead < distance.abs())
    },
}

impl Call<'_> {
    /// If one of these arguments is undef or poison, makes the result undef or poison and returns true.
    fn unclear(&mut self, arguments: &[usize]) -> Result<bool, Stop> {
        let mut found = None;
        for &argument in arguments {
            let registers = self.registers(argument)?;
            let worse = |reg: &Reg| !reg.meta.is_defined() && found.is_none_or(|f: Reg| !f.meta.is_poison());
            found = registers.into_iter().filter(worse).max_by_key(|r| r.meta.is_poison()).or(found);
        }
        match found {
            Some(poison) if poison.meta.is_poison() => self.result.fill(poison),
            Some(_) => self.give_undef(),
            None => return Ok(false),
        }
        Ok(true)
    }

    fn give_undef(&mut self) {
        let site = self.state.site();
        for leaf in &self.site.result.leaves {
            for i in 0..leaf.scalar.registers() {
                let bits = (leaf.scalar.bits() - 64 * i).min(64);
                self.result[(leaf.register + i) as usize] = self.state.undef(bits, site);
            }
        }
    }

    /// Argument `i`, a defined integer, extended by some bits.
    fn wide(&mut self, i: usize) -> Result<Int, Stop> {
        let limbs: SmallVec<[u64; 4]> = self.registers(i)?.iter().map(|r| r.bits).collect();
        let width = self.argument_scalar(i).map_or(64, |scalar| scalar.bits());
        Ok(Int::from_limbs(width + 64, &limbs))
    }

    /// The registers of each lane of argument `i`, a vector of `lanes` lanes.
    fn by_lane(&mut self, i: usize, lanes: usize) -> Result<Vec<Regs>, Stop> {
        let all = self.registers(i)?;
        Ok(all.chunks((all.len() / lanes.max(1)).max(1)).map(Regs::from_slice).collect())
    }

    /// Returns a vector of these lanes.
    fn give_lanes(&mut self, lanes: impl IntoIterator<Item = Regs>) -> Result<Then, Stop> {
        self.result = lanes.into_iter().flatten().collect();
        Ok(Then::Return)
    }
}

fn active_lane_mask(c: &mut Call<'_>) -> Result<Then, Stop> {
    if !c.unclear(&[0, 1])? {
        let (base, end) = (c.wide(0)?, c.wide(1)?);
        // The number of lanes before the end, without overflow beyond the last lane.
        let left = if base.ucmp(&end).is_lt() { end.sub(&base).to_u64() } else { Some(0) };
        for (lane, to) in c.result.iter_mut().enumerate() {
            *to = Reg::bool(left.is_none_or(|left| (lane as u64) < left));
        }
    }
    Ok(Then::Return)
}

/// `llvm.experimental.get.vector.length(count, lanes, scalable)`: the minimum of the count and the number of lanes.
fn get_vector_length(c: &mut Call<'_>) -> Result<Then, Stop> {
    if c.unclear(&[0])? {
        return Ok(Then::Return);
    }
    let scale = if c.size(2)? != 0 { u64::from(c.state.options.vscale) } else { 1 };
    let lanes = c.size(1)? * scale;
    let count = c.wide(0)?.to_u64().unwrap_or(u64::MAX).min(lanes);
    match u32::try_from(count) {
        Ok(count) => c.give(count.into()),
        Err(_) => c.give_register(c.state.poison_here()),
    }
}

/// `llvm.experimental.vector.compress(value, mask, otherwise)`.
fn compress(c: &mut Call<'_>) -> Result<Then, Stop> {
    if c.unclear(&[1])? {
        return Ok(Then::Return);
    }
    let mask = c.registers(1)?;
    let (value, otherwise) = (c.by_lane(0, mask.len())?, c.by_lane(2, mask.len())?);
    let chosen: Vec<Regs> = value.into_iter().zip(&mask).filter(|(_, m)| m.bits & 1 != 0).map(|(v, _)| v).collect();
    let rest = otherwise.into_iter().skip(chosen.len());
    c.give_lanes(chosen.into_iter().chain(rest))
}

/// `llvm.experimental.vector.match(vector, elements, mask)`.
fn find(c: &mut Call<'_>) -> Result<Then, Stop> {
    let mask = c.registers(2)?;
    let vector = c.by_lane(0, mask.len())?;
    let registers = vector.first().map_or(1, |lane| lane.len());
    let all = c.registers(1)?;
    c.state.spend((vector.len() as u64).saturating_mul(all.len() as u64))?;
    let ty = c.site.params[0].ty;
    let width = c.scalar(c.program.modules[c.module].context().scalar_type(ty)).map_or(64, |s| s.bits());
    for (i, (lane, &active)) in vector.iter().zip(&mask).enumerate() {
        let same = |element| c.state.wide_icmp(IntPredicate::Eq, width, false, lane, element);
        let same: SmallVec<[Reg; 16]> = all.chunks(registers).map(same).collect();
        let first = |which: fn(&Reg) -> bool| same.iter().copied().find(which);
        // An equal element decides the result, unless an element is poison.
        let found = first(|r| r.meta.is_poison())
            .or_else(|| first(|r| r.meta.is_defined() && r.bits != 0))
            .or_else(|| first(|r| !r.meta.is_defined()))
            .unwrap_or(Reg::bool(false));
        c.result[i] = match (active.meta.is_defined(), active.bits & 1) {
            (true, 0) => Reg::bool(false),
            (true, _) => found,
            (false, _) => active,
        };
    }
    Ok(Then::Return)
}

/// `llvm.experimental.vector.extract.last.active(vector, mask, otherwise)`.
fn extract_last_active(c: &mut Call<'_>) -> Result<Then, Stop> {
    if c.unclear(&[1])? {
        return Ok(Then::Return);
    }
    let mask = c.registers(1)?;
    match mask.iter().rposition(|m| m.bits & 1 != 0) {
        Some(last) => {
            let lane = c.by_lane(0, mask.len())?.swap_remove(last);
            c.give_lanes([lane])
        }
        None => {
            let otherwise = c.registers(2)?;
            c.give_lanes([otherwise])
        }
    }
}

/// The index of the first nonzero lane among those enabled by a mask and a length.
fn count_trailing(c: &mut Call<'_>, predicated: Option<(usize, usize)>) -> Result<Then, Stop> {
    let ty = c.site.params[0].ty;
    let module = &c.program.modules[c.module];
    let width = c.scalar(module.context().scalar_type(ty)).map_or(1, |s| s.bits());
    let all = c.registers(0)?.len();
    let lanes = all / width.div_ceil(64).max(1) as usize;
    let vector = c.by_lane(0, lanes)?;
    let result = c.site.result.leaves.first().map_or(64, |leaf| leaf.scalar.bits());
    if result < 64 && lanes as u64 >> result != 0 {
        let message = format!("there are {lanes} elements, and the result has {result} bits");
        c.state.undefined(&kinds::CTTZ_ELTS, message, Vec::new())?;
    }
    let (mask, length) = match predicated {
        Some((mask, length)) => {
            let length = c.register(length)?;
            (Some(c.registers(mask)?), c.state.vector_length(length, lanes as u64)?)
        }
        None => (None, lanes as u64),
    };
    for (i, lane) in vector.iter().enumerate().take(length as usize) {
        let active = mask.as_ref().map_or(Reg::bool(true), |mask| mask[i]);
        let zero = Regs::from_elem(Reg::int(0), lane.len());
        let differs = c.state.wide_icmp(IntPredicate::Ne, width, false, lane, &zero);
        match [active, differs].into_iter().find(|r| !r.meta.is_defined()) {
            _ if active.meta.is_defined() && active.bits & 1 == 0 => {}
            Some(poison) if poison.meta.is_poison() => return c.give_register(poison),
            Some(_) => {
                c.give_undef();
                return Ok(Then::Return);
            }
            None if differs.bits != 0 => return c.give(i as u64),
            None => {}
        }
    }
    match c.size(1)? {
        0 => c.give(length),
        _ => c.give_register(c.state.poison_here()),
    }
}

/// `llvm.experimental.vp.reverse(vector, mask, length)`.
fn reverse(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (mask, length) = (c.registers(1)?, c.register(2)?);
    let length = c.state.vector_length(length, mask.len() as u64)? as usize;
    let vector = c.by_lane(0, mask.len())?;
    give_active(c, &mask, length, |i| vector[length - 1 - i].clone())
}

/// `llvm.experimental.vp.splice(first, second, offset, mask, length of the first, length of the second)`.
fn splice(c: &mut Call<'_>) -> Result<Then, Stop> {
    let mask = c.registers(3)?;
    let lanes = mask.len() as u64;
    let (first, second) = (c.register(4)?, c.register(5)?);
    let (first, second) = (c.state.vector_length(first, lanes)?, c.state.vector_length(second, lanes)?);
    let from = c.signed(2)?;
    let start = if from < 0 { from + first as i64 } else { from };
    if start < 0 || start >= first as i64 {
        let message = format!("the offset is {from}, and the length of the first vector is {first}");
        c.state.undefined(&kinds::VP_SPLICE, message, Vec::new())?;
        c.result.fill(c.state.poison_here());
        return Ok(Then::Return);
    }
    let mut both = c.by_lane(0, mask.len())?;
    both.truncate(first as usize);
    both.extend(c.by_lane(1, mask.len())?);
    give_active(c, &mask, second as usize, |i| both[start as usize + i].clone())
}

/// Returns a vector whose disabled lanes are poison.
fn give_active(c: &mut Call<'_>, mask: &[Reg], length: usize, lane: impl Fn(usize) -> Regs) -> Result<Then, Stop> {
    let registers = c.result.len() / mask.len().max(1);
    let poison = c.state.poison_here();
    let lanes = mask.iter().enumerate().map(|(i, &active)| match active.meta.is_defined() && active.bits & 1 != 0 {
        true if i < length => lane(i),
        _ => Regs::from_elem(if active.meta.is_poison() { active } else { poison }, registers),
    });
    c.give_lanes(lanes)
}

/// The mask of lanes that may be accessed through two pointers. `safe` decides by the distance of the pointers and the distance
/// of the lane from the first lane.
fn dependence_mask(c: &mut Call<'_>, safe: fn(i128, i128) -> bool) -> Result<Then, Stop> {
    if c.unclear(&[0, 1])? {
        return Ok(Then::Return);
    }
    let bits = c.argument_scalar(0).map_or(64, |s| s.bits().min(64));
    let (a, b, size) = (c.arg(0)?.bits, c.arg(1)?.bits, i128::from(c.size(2)?));
    let distance = i128::from(lindworm_eval::word::sign_extend(bits, b.wrapping_sub(a)));
    let reach = size.saturating_mul(c.result.len() as i128);
    let wraps = |start: u64| i128::from(start) + reach > 1i128 << bits;
    if distance.abs() < reach && (wraps(a) || wraps(b)) {
        c.result.fill(c.state.poison_here());
        return Ok(Then::Return);
    }
    for (lane, to) in c.result.iter_mut().enumerate() {
        *to = Reg::bool(safe(distance, size * lane as i128));
    }
    Ok(Then::Return)
}
