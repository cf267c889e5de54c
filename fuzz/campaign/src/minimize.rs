//! Minimization of inputs that show a find.

use std::time::{Duration, Instant};

use lindworm::bitcode;

use crate::bitcode::File;

/// The time limit.
pub const TIME: Duration = Duration::from_secs(10);

/// Removes parts of an input as long as `shows` returns true for the rest.
pub fn minimize(input: &[u8], mut shows: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let end = Instant::now() + TIME;
    let mut shows = |candidate: &[u8]| Instant::now() < end && shows(candidate);
    if bitcode::is_bitcode(input) {
        return minimize_bitcode(input, &mut shows);
    }
    let mut input = input.to_vec();
    loop {
        let before = input.len();
        input = without_parts(&items(&input), &mut shows);
        input = without_parts(&lines(&input), &mut shows);
        input = without_detours(&lines(&input), &mut shows).concat();
        input = without_parts(&tokens(&input), &mut shows);
        if input.len() < 400 {
            let bytes: Vec<Vec<u8>> = input.iter().map(|&b| vec![b]).collect();
            input = without_parts(&bytes, &mut shows);
        }
        if input.len() == before || Instant::now() >= end {
            return input;
        }
    }
}

/// Removes sequences of parts, long ones first.
fn without_parts(parts: &[Vec<u8>], shows: &mut impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    without(parts, |parts| parts.concat(), shows).concat()
}

/// The items of which none can be removed, and the input that consists of them.
fn without<T: Clone>(items: &[T], whole: impl Fn(&[T]) -> Vec<u8>, shows: &mut impl FnMut(&[u8]) -> bool) -> Vec<T> {
    let mut items = items.to_vec();
    let mut run = items.len().div_ceil(2);
    while run > 0 {
        let mut at = 0;
        while at < items.len() {
            let end = (at + run).min(items.len());
            let rest = [&items[..at], &items[end..]].concat();
            if shows(&whole(&rest)) { items = rest } else { at = end }
        }
        run /= 2;
    }
    items
}

/// Removes ranges from the end of one block to the start of another, so that both become one block.
fn without_detours(lines: &[Vec<u8>], shows: &mut impl FnMut(&[u8]) -> bool) -> Vec<Vec<u8>> {
    let mut lines = lines.to_vec();
    let mut at = 0;
    while at < lines.len() {
        let is_end =
            [&b"br "[..], b"switch ", b"ret ", b"unreachable"].iter().any(|w| lines[at].trim_ascii().starts_with(w));
        let shorter = lines[at..].iter().enumerate().rev().filter(|(_, line)| is_end && line.contains(&b':')).find_map(
            |(len, _)| {
                let rest = [&lines[..at], &lines[at + len + 1..]].concat();
                shows(&rest.concat()).then_some(rest)
            },
        );
        match shorter {
            Some(rest) => lines = rest,
            None => at += 1,
        }
    }
    lines
}

/// The parts of a module: functions, and other top-level lines.
fn items(text: &[u8]) -> Vec<Vec<u8>> {
    let mut items: Vec<Vec<u8>> = Vec::new();
    let mut is_within = false;
    for line in lines(text) {
        let goes_on = is_within;
        is_within = (is_within || line.starts_with(b"define")) && !line.starts_with(b"}");
        match items.last_mut() {
            Some(last) if goes_on => last.extend(line),
            _ => items.push(line),
        }
    }
    items
}

fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    text.split_inclusive(|&b| b == b'\n').map(<[u8]>::to_vec).collect()
}

fn tokens(text: &[u8]) -> Vec<Vec<u8>> {
    let word = |b: u8| b.is_ascii_alphanumeric() || b"_.$-%@!#".contains(&b);
    text.chunk_by(|&a, &b| word(a) && word(b)).map(<[u8]>::to_vec).collect()
}

fn minimize_bitcode(input: &[u8], shows: &mut impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let file = File::read(input.to_vec()).filter(|file| shows(&file.written(&file.events, &file.ops)));
    let Some(mut file) = file else {
        // Malformed bitcode: bytes are replaced by zeros.
        let mut input = input.to_vec();
        for at in 4..input.len() {
            let byte = std::mem::take(&mut input[at]);
            if byte != 0 && !shows(&input) {
                input[at] = byte;
            }
        }
        return input;
    };
    loop {
        let before = file.events.len();
        let kept = without(&file.events, |events| file.written(events, &file.ops), shows);
        file.events = kept;
        // A block is removed together with its end.
        let mut at = 0;
        while at < file.events.len() {
            match file.block_at(at) {
                Some(len) => {
                    let rest = [&file.events[..at], &file.events[at + len..]].concat();
                    if shows(&file.written(&rest, &file.ops)) { file.events = rest } else { at += 1 }
                }
                None => at += 1,
            }
        }
        if file.events.len() == before {
            break;
        }
    }
    for at in 0..file.ops.len() {
        let op = std::mem::take(&mut file.ops[at]);
        if op != 0 && !shows(&file.written(&file.events, &file.ops)) {
            file.ops[at] = op;
        }
    }
    file.written(&file.events, &file.ops)
}
