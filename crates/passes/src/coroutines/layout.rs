//! The order of the fields of a frame: little padding, by a greedy algorithm.
//!
//! Fields at fixed offsets come first. The gaps between them and the space behind are filled with the remaining fields: each time the
//! one that needs the least padding, of several the one with the largest alignment, then the largest one, then the first. Cost:
//! n log n, and for each field in a gap the fields of its alignment that are too large.

/// A field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub size: u64,
    pub align: u64,
    /// The offset, if it is fixed.
    pub offset: Option<u64>,
}

/// The layout: the fields in order, each as its index and its offset, the size without padding at the end, and the alignment.
pub(super) struct Layout {
    pub order: Vec<(usize, u64)>,
    pub size: u64,
    pub align: u64,
}

/// The least multiple of an alignment that is not below an offset.
pub(super) fn align_to(offset: u64, align: u64) -> u64 {
    offset.checked_next_multiple_of(align.max(1)).unwrap_or(u64::MAX)
}

/// Arranges fields. Those with fixed offsets come first in `fields`, in order, and do not overlap.
pub(super) fn arrange(fields: &[Field]) -> Layout {
    let align = fields.iter().map(|field| field.align).max().unwrap_or(1);
    let mut flexible: Vec<usize> = (0..fields.len()).filter(|&n| fields[n].offset.is_none()).collect();
    // The first element of a queue is its last one.
    flexible.sort_by_key(|&n| (std::cmp::Reverse(fields[n].align), fields[n].size, std::cmp::Reverse(n)));
    let mut queues: Vec<Vec<usize>> = Vec::new();
    for n in flexible {
        match queues.last_mut() {
            Some(queue) if fields[queue[0]].align == fields[n].align => queue.push(n),
            _ => queues.push(vec![n]),
        }
    }
    let mut layout = Layout { order: Vec::with_capacity(fields.len()), size: 0, align };
    for (n, field) in fields.iter().enumerate() {
        let Some(offset) = field.offset else { continue };
        while layout.size < offset && layout.add_best(fields, &mut queues, Some(offset)) {}
        layout.order.push((n, offset));
        layout.size = offset.saturating_add(field.size);
    }
    while layout.add_best(fields, &mut queues, None) {}
    layout
}

impl Layout {
    /// Appends the best field that fits before `limit`. Returns whether there was one.
    fn add_best(&mut self, fields: &[Field], queues: &mut Vec<Vec<usize>>, limit: Option<u64>) -> bool {
        let end = self.size;
        let start = |queue: &Vec<usize>| align_to(end, fields[queue[0]].align);
        // Queues are ordered by decreasing alignment, hence by decreasing padding; the last ones need the least.
        let mut places: Vec<usize> = (0..queues.len()).collect();
        places.sort_by_key(|&n| start(&queues[n]));
        for n in places {
            let offset = start(&queues[n]);
            let fits = |&field: &usize| limit.is_none_or(|limit| limit.saturating_sub(offset) >= fields[field].size);
            let Some(place) = queues[n].iter().rposition(fits) else { continue };
            let field = queues[n].remove(place);
            if queues[n].is_empty() {
                queues.remove(n);
            }
            self.order.push((field, offset));
            self.size = offset.saturating_add(fields[field].size);
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets(fields: &[(u64, u64, Option<u64>)]) -> Vec<(usize, u64)> {
        let fields: Vec<Field> = fields.iter().map(|&(size, align, offset)| Field { size, align, offset }).collect();
        arrange(&fields).order
    }

    #[test]
    fn larger_alignments_come_first() {
        assert_eq!(offsets(&[(4, 4, None), (8, 8, None), (1, 1, None)]), [(1, 0), (0, 8), (2, 12)]);
    }

    #[test]
    fn small_fields_fill_gaps() {
        assert_eq!(
            offsets(&[(4, 4, Some(0)), (8, 8, Some(8)), (8, 8, None), (4, 4, None)]),
            [(0, 0), (3, 4), (1, 8), (2, 16)]
        );
    }

    #[test]
    fn the_least_padding_wins_over_alignment() {
        assert_eq!(offsets(&[(1, 1, Some(0)), (8, 8, None), (1, 1, None)]), [(0, 0), (2, 1), (1, 8)]);
    }

    #[test]
    fn larger_fields_come_first_then_earlier_ones() {
        assert_eq!(offsets(&[(8, 8, None), (16, 8, None), (8, 8, None)]), [(1, 0), (0, 16), (2, 24)]);
    }
}
