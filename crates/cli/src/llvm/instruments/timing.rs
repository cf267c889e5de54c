//! `-time-passes` and `-time-trace`.

use std::fmt::Write;
use std::time::{Duration, Instant};

use lindworm::ir::hash::HashMap;

/// The time that passes take. The time of a nested pass is not part of the outer pass.
#[derive(Debug, Default)]
pub struct Times {
    /// Whether each run has a line of its own.
    each_run: bool,
    lines: Vec<(String, Duration)>,
    by_name: HashMap<String, usize>,
    runs: HashMap<String, usize>,
}

impl Times {
    pub fn new(each_run: bool) -> Times {
        Times { each_run, ..Times::default() }
    }

    pub fn add(&mut self, name: &str, time: Duration) {
        if self.each_run {
            let run = self.runs.entry(name.to_owned()).or_default();
            *run += 1;
            self.lines.push((format!("{name} #{run}"), time));
            return;
        }
        let line = *self.by_name.entry(name.to_owned()).or_insert(self.lines.len());
        match self.lines.get_mut(line) {
            Some((_, total)) => *total += time,
            None => self.lines.push((name.to_owned(), time)),
        }
    }

    /// The table, the longest time first. Only wall-clock time is measured.
    pub fn report(mut self, title: &str) -> String {
        self.lines.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        let total = self.lines.iter().map(|(_, time)| time.as_secs_f64()).sum::<f64>();
        let rule = format!("==={}===\n", "-".repeat(73));
        let mut out = rule.clone();
        let _ = write!(out, "{:>width$}{title}\n{rule}", "", width = 80usize.saturating_sub(title.len()) / 2);
        let _ = writeln!(out, "  Total Execution Time: {total:.4} seconds ({total:.4} wall clock)\n");
        out += "   ---Wall Time---  --- Name ---\n";
        let share = |time: f64| if total > 0.0 { 100.0 * time / total } else { 100.0 };
        for (name, time) in &self.lines {
            let time = time.as_secs_f64();
            let _ = writeln!(out, "{time:>9.4} ({:>5.1}%)  {name}", share(time));
        }
        let _ = writeln!(out, "{total:>9.4} ({:>5.1}%)  Total\n", 100.0);
        out
    }
}

/// The events of `-time-trace`, in the format of Chrome's tracing.
#[derive(Debug)]
pub struct Trace {
    start: Instant,
    /// The shortest event that is listed.
    pub granularity: Duration,
    events: Vec<(String, String, Instant, Duration)>,
}

impl Trace {
    pub fn new(granularity: Duration) -> Trace {
        Trace { start: Instant::now(), granularity, events: Vec::new() }
    }

    pub fn add(&mut self, name: &str, detail: &str, start: Instant) {
        self.events.push((name.into(), detail.into(), start, start.elapsed()));
    }

    /// The events and the totals of each name as JSON.
    pub fn json(self, program: &str) -> String {
        let pid = std::process::id();
        let mut events = Vec::new();
        let mut totals: Vec<(&str, Duration, usize)> = Vec::new();
        let mut by_name: HashMap<&str, usize> = HashMap::default();
        for (name, detail, start, time) in &self.events {
            let total = *by_name.entry(name).or_insert(totals.len());
            match totals.get_mut(total) {
                Some((_, all, count)) => (*all, *count) = (*all + *time, *count + 1),
                None => totals.push((name, *time, 1)),
            }
            if *time >= self.granularity {
                let at = start.duration_since(self.start).as_micros();
                events.push(serde_json::json!({
                    "pid": pid, "tid": pid, "ph": "X", "ts": at as u64, "dur": time.as_micros() as u64, "name": name,
                    "args": { "detail": detail },
                }));
            }
        }
        totals.sort_by_key(|(_, all, _)| std::cmp::Reverse(*all));
        for (i, (name, all, count)) in totals.iter().enumerate() {
            let average = all.as_millis() as u64 / (*count as u64);
            events.push(serde_json::json!({
                "pid": pid, "tid": pid as usize + 1 + i, "ph": "X", "ts": 0, "dur": all.as_micros() as u64,
                "name": format!("Total {name}"), "args": { "count": count, "avg ms": average },
            }));
        }
        for kind in ["process_name", "thread_name"] {
            events.push(serde_json::json!({
                "cat": "", "pid": pid, "tid": pid, "ts": 0, "ph": "M", "name": kind, "args": { "name": program },
            }));
        }
        let beginning = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let beginning = beginning.saturating_sub(self.start.elapsed()).as_micros() as u64;
        serde_json::json!({ "traceEvents": events, "beginningOfTime": beginning }).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_summed_by_name_or_listed_by_run() {
        let report = |each_run| {
            let mut times = Times::new(each_run);
            for (name, time) in [("a", 10), ("b", 40), ("a", 50)] {
                times.add(name, Duration::from_millis(time));
            }
            times.report("Title")
        };
        assert!(report(false).contains("   0.0600 ( 60.0%)  a\n   0.0400 ( 40.0%)  b\n   0.1000 (100.0%)  Total\n"));
        assert!(report(true).contains("  a #2\n   0.0400 ( 40.0%)  b #1\n   0.0100 ( 10.0%)  a #1\n"));
    }
}
