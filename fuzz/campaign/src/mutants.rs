//! The mutants of a campaign, by their numbers.

use crate::bitcode::BitcodeMutator;
use crate::program::Grammar;
use crate::random::Random;
use crate::seeds::Seeds;
use crate::text::TextMutator;

/// The form of mutants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// Mutated texts.
    Text,
    /// Mutated bitcode.
    Bitcode,
    /// Programs, generated from a grammar or mutated.
    Run,
}

/// The generator of mutants. A mutant depends only on the seeds, the seed number of the campaign and its own number.
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

    /// The mutant with this number; also returns its form, and the number that determines the random choices of its paths.
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
