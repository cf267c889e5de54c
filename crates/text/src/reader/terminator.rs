//! Terminators other than calls, and exception handling pads.

use lindworm_ir::hash::HashSet;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{InstData, Type, Value};
use smallvec::SmallVec;

use super::old_form::OldForm;
use super::parser::{PResult, Parser};
use crate::keyword::Keyword;
use crate::lexer::Tok;

impl<'a> Parser<'a> {
    pub(super) fn ret(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let pos = self.pos();
        let ty = self.type_or_void()?;
        let expected = self.fun().header.result;
        let value = if ty == Type::VOID { None } else { Some(self.value(ty)?) };
        if ty != expected {
            let text = self.type_text(expected);
            return self.error(pos, format!("value doesn't match function result type '{text}'"));
        }
        Ok((InstData::Ret { value: value.into() }, Type::VOID))
    }

    pub(super) fn br(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        if self.tok() == Tok::Type && self.lex.ty == Type::LABEL {
            let dest = self.type_and_block()?;
            return Ok((InstData::Br { dest }, Type::VOID));
        }
        let (condition, pos) = self.type_and_value()?;
        if self.value_type(condition) != Type::I1 {
            return self.error(pos, "branch condition must have 'i1' type");
        }
        self.expect(Tok::Comma, "expected ',' after branch condition")?;
        let if_true = self.type_and_block()?;
        self.expect(Tok::Comma, "expected ',' after true destination")?;
        let if_false = self.type_and_block()?;
        Ok((InstData::CondBr { condition, if_true, if_false }, Type::VOID))
    }

    pub(super) fn switch(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (condition, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after switch condition")?;
        let default = self.type_and_block()?;
        self.expect(Tok::LSquare, "expected '[' with switch table")?;
        if !self.cx.is_int(self.value_type(condition)) {
            return self.error(pos, "switch condition must have integer type");
        }
        let mut seen = HashSet::default();
        let mut cases = SmallVec::<[Value; 32]>::new();
        while self.tok() != Tok::RSquare {
            let (value, pos) = self.type_and_value()?;
            self.expect(Tok::Comma, "expected ',' after case value")?;
            let dest = self.type_and_block()?;
            if !seen.insert(value) {
                return self.error(pos, "duplicate case value in switch");
            }
            if self.module.constants().as_int(self.cx, value).is_none() {
                return self.error(pos, "case value is not a constant integer");
            }
            cases.push(value);
            cases.push(dest.into());
        }
        self.bump();
        let cases = self.fun().body.list(&cases);
        Ok((InstData::Switch { condition, default, cases }, Type::VOID))
    }

    /// Labels up to `]`.
    pub(super) fn labels(&mut self) -> PResult<SmallVec<[Value; 8]>> {
        let mut labels = SmallVec::new();
        if self.tok() != Tok::RSquare {
            loop {
                labels.push(self.type_and_block()?.into());
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RSquare, "expected ']' at end of block list")?;
        Ok(labels)
    }

    pub(super) fn indirectbr(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (address, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after indirectbr address")?;
        self.expect(Tok::LSquare, "expected '[' with indirectbr")?;
        if !self.cx.is_pointer(self.value_type(address)) {
            return self.error(pos, "indirectbr address must have pointer type");
        }
        let dests = self.labels()?;
        let dests = self.fun().body.list(&dests);
        Ok((InstData::IndirectBr { address, dests }, Type::VOID))
    }

    // Exception handling.

    pub(super) fn cleanupret(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        self.expect_word(Keyword::From, "expected 'from' after cleanupret")?;
        let pad = self.value(Type::TOKEN)?;
        self.expect_word(Keyword::Unwind, "expected 'unwind' in cleanupret")?;
        let unwind = self.unwind_dest("expected 'caller' in cleanupret")?;
        Ok((InstData::CleanupRet { pad, unwind: unwind.into() }, Type::VOID))
    }

    /// `to caller` or `label %block`.
    fn unwind_dest(&mut self, message: &str) -> PResult<Option<lindworm_ir::Block>> {
        if self.eat_word(Keyword::To) {
            self.expect_word(Keyword::Caller, message)?;
            return Ok(None);
        }
        self.type_and_block().map(Some)
    }

    pub(super) fn catchret(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        self.expect_word(Keyword::From, "expected 'from' after catchret")?;
        let pad = self.value(Type::TOKEN)?;
        self.expect_word(Keyword::To, "expected 'to' in catchret")?;
        let dest = self.type_and_block()?;
        Ok((InstData::CatchRet { pad, dest }, Type::VOID))
    }

    /// `within` and the parent pad of the pad being read.
    fn parent_pad(&mut self, what: &str, allow_none: bool) -> PResult<Value> {
        self.bump();
        self.expect_word(Keyword::Within, &format!("expected 'within' after {what}"))?;
        let none = allow_none && self.word() == Keyword::None;
        if !none && !matches!(self.tok(), Tok::LocalName | Tok::LocalId) {
            return self.error_here(format!("expected scope value for {what}"));
        }
        self.value(Type::TOKEN)
    }

    pub(super) fn catchswitch(&mut self) -> PResult<(InstData, Type)> {
        let parent = self.parent_pad("catchswitch", true)?;
        self.expect(Tok::LSquare, "expected '[' with catchswitch labels")?;
        let mut handlers = SmallVec::<[Value; 8]>::new();
        loop {
            handlers.push(self.type_and_block()?.into());
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RSquare, "expected ']' after catchswitch labels")?;
        self.expect_word(Keyword::Unwind, "expected 'unwind' after catchswitch scope")?;
        let unwind = self.unwind_dest("expected 'caller' in catchswitch")?;
        let handlers = self.fun().body.list(&handlers);
        Ok((InstData::CatchSwitch { parent, handlers, unwind: unwind.into() }, Type::TOKEN))
    }

    fn pad_args(&mut self) -> PResult<lindworm_ir::value::ValueList> {
        self.expect(Tok::LSquare, "expected '[' in catchpad/cleanuppad")?;
        let mut args = SmallVec::<[Value; 8]>::new();
        while self.tok() != Tok::RSquare {
            if !args.is_empty() {
                self.expect(Tok::Comma, "expected ',' in argument list")?;
            }
            let ty = self.type_()?;
            args.push(self.value_or_metadata(ty)?);
        }
        self.bump();
        Ok(self.fun().body.list(&args))
    }

    /// A value of type `ty`, which may be `metadata`.
    pub(super) fn value_or_metadata(&mut self, ty: Type) -> PResult<Value> {
        if ty == Type::METADATA { self.metadata_as_value() } else { self.value(ty) }
    }

    pub(super) fn catchpad(&mut self) -> PResult<(InstData, Type)> {
        let parent = self.parent_pad("catchpad", false)?;
        let args = self.pad_args()?;
        Ok((InstData::CatchPad { parent, args }, Type::TOKEN))
    }

    pub(super) fn cleanuppad(&mut self) -> PResult<(InstData, Type)> {
        let parent = self.parent_pad("cleanuppad", true)?;
        let args = self.pad_args()?;
        Ok((InstData::CleanupPad { parent, args }, Type::TOKEN))
    }

    /// The personality of a landing pad. Since LLVM 3.7 it is a property of the function.
    #[cold]
    fn old_personality(&mut self) -> PResult<()> {
        let pos = self.pos();
        self.note_old(OldForm::LandingPadPersonality, pos);
        let personality = self.type_and_constant()?;
        if *self.fun().personality.get_or_insert(personality) != personality {
            return self.error(pos, "Personality function mismatch");
        }
        Ok(())
    }

    pub(super) fn landingpad(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let ty = self.type_()?;
        if self.eat_word(Keyword::Personality) {
            self.old_personality()?;
        }
        let cleanup = self.eat_word(Keyword::Cleanup);
        let mut clauses = SmallVec::<[Value; 8]>::new();
        loop {
            let filter = match self.word() {
                Keyword::Catch => false,
                Keyword::Filter => true,
                _ => break,
            };
            self.bump();
            let (value, pos) = self.type_and_value()?;
            let is_array = matches!(self.cx.kind(self.value_type(value)), TypeKind::Array { .. });
            if is_array != filter {
                let clause = if filter { "filter" } else { "catch" };
                return self.error(pos, format!("'{clause}' clause has an invalid type"));
            }
            if !value.is_constant() {
                return self.error(pos, "clause argument must be a constant");
            }
            clauses.push(value);
        }
        let clauses = self.fun().body.list(&clauses);
        Ok((InstData::LandingPad { cleanup, clauses }, ty))
    }
}
