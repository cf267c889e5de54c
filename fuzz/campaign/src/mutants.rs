//! The mutants of a campaign, by their numbers.

use crate::bitcode::BitcodeMutator;
use crate::program::Grammar;
use crate::random::Random;
use crate::seeds::Seeds;
use crate::text::TextMutator;

/// What mutants are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// Texts that were changed.
    Text,
    /// Bitcode that was changed.
    Bitcode,
    /// Programs, made by a grammar or changed.
    Run,
}

/// Makes mutants. Each depends on the seeds, the campaign's number and its own, and on nothing that was made before.
pub struct Mutants {
    seeds: Seeds,
    campaign: u64,
    forms: Vec<Form>,
    text: TextMutator,
    bitcode: BitcodeMutator,
    grammar: Grammar,
}

impl Mutants {
    /// Mutants of these forms in turn.
    pub fn new(seeds: Seeds, campaign: u64, forms: &[Form]) -> Mutants {
        Mutants {
            text: TextMutator::new(&seeds),
            bitcode: BitcodeMutator::new(&seeds),
            grammar: Grammar::new(),
            seeds,
            campaign,
            forms: forms.to_vec(),
        }
    }

    /// Makes the mutant of that number; gives its form, and what decides how it is treated.
    pub fn make(&mut self, number: u64, out: &mut Vec<u8>) -> (Form, u64) {
        let random = &mut Random::of_mutant(self.campaign, number);
        let choices = random.bits();
        let form = self.forms[(number % self.forms.len() as u64) as usize];
        match form {
            Form::Text => self.text.mutant(&self.seeds, random, out),
            Form::Bitcode => self.bitcode.mutant(&self.seeds, random, out),
            Form::Run => match random.below(8) {
                0..=2 => self.text.program_mutant(&self.seeds, random, out),
                3 => {
                    let program = self.grammar.program(random);
                    self.text.mutant_of_text(&self.seeds, random, program.as_bytes(), out);
                }
                _ => {
                    out.clear();
                    out.extend_from_slice(self.grammar.program(random).as_bytes());
                }
            },
        }
        (form, choices)
    }
}
