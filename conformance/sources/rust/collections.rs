use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};

fn shortest_path(edges: &[(u32, u32, u32)], from: u32, to: u32) -> Option<(u32, Vec<u32>)> {
    let mut graph: HashMap<u32, Vec<(u32, u32)>> = HashMap::new();
    for &(a, b, cost) in edges {
        graph.entry(a).or_default().push((b, cost));
        graph.entry(b).or_default().push((a, cost));
    }
    let mut heap = BinaryHeap::from([(std::cmp::Reverse(0), from, vec![from])]);
    let mut seen = HashSet::new();
    while let Some((std::cmp::Reverse(cost), node, path)) = heap.pop() {
        if node == to {
            return Some((cost, path));
        }
        if !seen.insert(node) {
            continue;
        }
        for &(next, step) in &graph[&node] {
            let mut longer = path.clone();
            longer.push(next);
            heap.push((std::cmp::Reverse(cost + step), next, longer));
        }
    }
    None
}

fn main() {
    let mut counts = BTreeMap::new();
    for word in "the quick brown fox jumps over the lazy dog the end of the fox".split_whitespace() {
        *counts.entry(word).or_insert(0) += 1;
    }
    println!("{counts:?} {:?} {:?}", counts.first_key_value(), counts.range("g".."p").collect::<Vec<_>>());
    let squares: HashMap<u64, u64> = (0..100).map(|i| (i, i * i)).collect();
    let mut keys: Vec<_> = squares.iter().filter(|(_, v)| *v % 7 == 2).map(|(k, _)| *k).collect();
    keys.sort_unstable_by(|a, b| b.cmp(a));
    println!("{keys:?} {}", squares[&99]);
    let (a, b): (BTreeSet<i32>, BTreeSet<i32>) = ((0..20).step_by(2).collect(), (0..20).step_by(3).collect());
    println!("{:?} {:?} {}", &a & &b, a.symmetric_difference(&b).collect::<Vec<_>>(), a.is_subset(&b));
    let mut queue: VecDeque<_> = (1..=5).collect();
    queue.rotate_left(2);
    queue.push_front(0);
    queue.extend([9, 8]);
    println!("{queue:?} {:?}", queue.iter().rev().take(3).collect::<Vec<_>>());
    queue.make_contiguous().sort();
    println!("{:?}", queue.as_slices());
    let mut list: LinkedList<_> = ["a", "b"].into();
    list.append(&mut LinkedList::from(["c"]));
    println!("{list:?} {}", list.len());
    let mut numbers: Vec<u32> = std::iter::successors(Some(12345u32), |x| Some(x.wrapping_mul(1103515245).wrapping_add(12345) >> 1)).take(500).collect();
    numbers.sort();
    assert!(numbers.windows(2).all(|w| w[0] <= w[1]));
    numbers.retain(|n| n % 5 == 0);
    numbers.dedup();
    println!("{} {:?} {:?}", numbers.len(), numbers.iter().min(), numbers.chunks(30).map(|c| c.iter().map(|&x| x as u64).sum::<u64>()).collect::<Vec<_>>());
    let mut words = vec!["pear", "fig", "banana", "kiwi", "apple"];
    words.sort_by_key(|w| (w.len(), *w));
    words.insert(2, "new");
    words.swap_remove(0);
    println!("{words:?} {:?} {:?}", words.concat().len(), words.iter().position(|w| w.starts_with('k')));
    let drained: Vec<_> = words.drain(1..3).collect();
    println!("{drained:?} {words:?} {:?}", words.split_first());
    println!("{:?}", shortest_path(&[(1, 2, 7), (1, 3, 9), (1, 6, 14), (2, 3, 10), (2, 4, 15), (3, 4, 11), (3, 6, 2), (4, 5, 6), (5, 6, 9)], 1, 5));
    let nested: Vec<Vec<i32>> = (1..4).map(|i| (0..i).collect()).collect();
    println!("{:?} {:?}", nested, nested.iter().flatten().zip("abcdef".chars()).skip_while(|(n, _)| **n == 0).collect::<Vec<_>>());
    println!("{:?}", (1..=10).fold((0, 1u64), |(s, p), i| (s + i, p * i as u64)));
    let grid = [[1, 2, 3], [4, 5, 6]];
    let boxed: Box<[i32]> = grid.iter().flatten().copied().collect();
    println!("{boxed:?} {grid:#?}");
}
