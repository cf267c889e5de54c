//! Function summaries.

use lindworm_ir::summary::{
    Allocation, AllocationContext, AllocationKind, CallEdge, CallSite, ConstVirtualCall, FunctionFlags,
    FunctionSummary, GlobalSummary, Guid, Hotness, OffsetRange, ParamAccess, ParamCall, SummaryKind, VirtualFunction,
};

use super::{Entry, HERE, NOWHERE};
use crate::lexer::Tok;
use crate::reader::parser::PResult;

/// The bits of a relative block frequency that are kept.
const FREQUENCY_MASK: u32 = (1 << 28) - 1;

impl Entry<'_, '_> {
    /// `function: (module: ^0, flags: (...), insts: 2, funcFlags: (...), calls: (...), ...`
    pub(super) fn function(&mut self) -> PResult<GlobalSummary> {
        let (module, flags) = self.head()?;
        self.comma()?;
        self.named_field("insts")?;
        let mut function = FunctionSummary { instructions: self.p.uint32()?, ..Default::default() };
        let mut refs = Vec::new();
        while self.p.eat(Tok::Comma) {
            match self.word() {
                b"funcFlags" => self.function_flags(&mut function.flags)?,
                b"calls" => self.calls(&mut function.calls)?,
                b"typeIdInfo" => self.type_id_info(&mut function)?,
                b"refs" => refs.extend(self.refs()?),
                b"params" => self.params(&mut function.params)?,
                b"allocs" => self.allocations(&mut function.allocations)?,
                b"callsites" => self.call_sites(&mut function.call_sites)?,
                _ => return self.p.error_here("expected optional function summary field"),
            }
        }
        Ok(GlobalSummary { module, flags, refs, kind: SummaryKind::Function(Box::new(function)) })
    }

    /// Consumes `word: (` with any word; `place` goes into messages.
    fn open_field(&mut self, place: &str) -> PResult<()> {
        self.p.bump();
        self.sign(Tok::Colon, place)?;
        self.sign(Tok::LParen, place)
    }

    /// Consumes `word:` in a list; `place` goes into messages.
    fn item_field(&mut self, word: &str, place: &str) -> PResult<()> {
        self.keyword(word, place)?;
        self.sign(Tok::Colon, NOWHERE)
    }

    /// `funcFlags: (readNone: 1, noUnwind: 1)`
    fn function_flags(&mut self, flags: &mut FunctionFlags) -> PResult<()> {
        self.open_field(" in funcFlags")?;
        self.commas(|e| {
            let word = e.word();
            let Some((flag, _)) = FunctionFlags::NAMES.iter().find(|(_, name)| name.as_bytes() == word) else {
                return e.p.error_here("expected function flag type");
            };
            flags.set(*flag, e.flag()?);
            Ok(())
        })?;
        self.sign(Tok::RParen, " in funcFlags")
    }

    /// `calls: ((callee: ^1, hotness: hot, tail: 1))`
    fn calls(&mut self, calls: &mut Vec<CallEdge>) -> PResult<()> {
        self.open_field(" in calls")?;
        self.commas(|e| {
            e.sign(Tok::LParen, " in call")?;
            e.item_field("callee", " in call")?;
            let callee = e.global_reference()?;
            let mut edge = CallEdge { callee, hotness: Hotness::Unknown, relative_frequency: 0, tail: false };
            while e.p.eat(Tok::Comma) {
                match e.word() {
                    b"hotness" => {
                        e.item_field("hotness", NOWHERE)?;
                        edge.hotness = e.choice(Hotness::from_name, "invalid call edge hotness")?;
                    }
                    b"relbf" => {
                        e.item_field("relbf", NOWHERE)?;
                        edge.relative_frequency = e.p.uint32()?;
                    }
                    b"tail" => edge.tail = e.flag()?,
                    _ => return e.p.error_here("expected hotness, relbf, or tail"),
                }
            }
            if edge.hotness != Hotness::Unknown && edge.relative_frequency > 0 {
                return e.p.error_here("Expected only one of hotness or relbf");
            }
            edge.relative_frequency &= FREQUENCY_MASK;
            calls.push(edge);
            e.sign(Tok::RParen, " in call")
        })?;
        self.sign(Tok::RParen, " in calls")
    }

    /// `typeIdInfo: (typeTests: (...), typeTestAssumeVCalls: (...), ...)`
    fn type_id_info(&mut self, function: &mut FunctionSummary) -> PResult<()> {
        self.p.bump();
        self.sign(Tok::Colon, HERE)?;
        self.sign(Tok::LParen, " in typeIdInfo")?;
        let calls = &mut function.virtual_calls;
        self.commas(|e| match e.word() {
            b"typeTests" => e.type_tests(&mut function.type_tests),
            b"typeTestAssumeVCalls" => e.virtual_functions(&mut calls.assumed),
            b"typeCheckedLoadVCalls" => e.virtual_functions(&mut calls.checked),
            b"typeTestAssumeConstVCalls" => e.const_virtual_calls(&mut calls.assumed_const),
            b"typeCheckedLoadConstVCalls" => e.const_virtual_calls(&mut calls.checked_const),
            _ => e.p.error_here("invalid typeIdInfo list type"),
        })?;
        self.sign(Tok::RParen, " in typeIdInfo")
    }

    /// A reference to a type id entry, if the current token is an entry id.
    fn type_reference(&mut self) -> Option<Guid> {
        if self.p.tok() != Tok::SummaryId {
            return None;
        }
        let pos = self.p.pos();
        let id = self.p.take_id();
        Some(self.summary.references.type_id(id, pos))
    }

    fn type_guid(&mut self) -> PResult<Guid> {
        let guid = Guid(self.p.uint64()?);
        Ok(self.summary.references.type_guid(guid))
    }

    /// `typeTests: (^1, 2)`
    fn type_tests(&mut self, tests: &mut Vec<Guid>) -> PResult<()> {
        self.field()?;
        self.sign(Tok::LParen, " in typeIdInfo")?;
        self.commas(|e| {
            tests.push(match e.type_reference() {
                Some(guid) => guid,
                None => e.type_guid()?,
            });
            Ok(())
        })?;
        self.sign(Tok::RParen, " in typeIdInfo")
    }

    /// `typeTestAssumeVCalls: (vFuncId: (^1, offset: 16))`
    fn virtual_functions(&mut self, functions: &mut Vec<VirtualFunction>) -> PResult<()> {
        self.open_field(HERE)?;
        functions.extend(self.items(Self::virtual_function)?);
        self.close()
    }

    /// `typeTestAssumeConstVCalls: ((vFuncId: (^1, offset: 16), args: (42)))`
    fn const_virtual_calls(&mut self, calls: &mut Vec<ConstVirtualCall>) -> PResult<()> {
        self.open_field(HERE)?;
        self.commas(|e| {
            e.sign(Tok::LParen, HERE)?;
            let function = e.virtual_function()?;
            let args = if e.p.eat(Tok::Comma) { e.args()? } else { Vec::new() };
            calls.push(ConstVirtualCall { function, args });
            e.close()
        })?;
        self.close()
    }

    /// `vFuncId: (^1, offset: 16)` or `vFuncId: (guid: 1, offset: 16)`
    fn virtual_function(&mut self) -> PResult<VirtualFunction> {
        self.assumed_keyword("vFuncId", "expected ':' here")?;
        self.sign(Tok::Colon, HERE)?;
        self.sign(Tok::LParen, HERE)?;
        let type_id = match self.type_reference() {
            Some(guid) => guid,
            None => {
                self.named_field("guid")?;
                self.type_guid()?
            }
        };
        self.comma()?;
        self.named_field("offset")?;
        let offset = self.p.uint64()?;
        self.close()?;
        Ok(VirtualFunction { type_id, offset })
    }

    /// `params: ((param: 0, offset: [0, 7], calls: (...)))`
    fn params(&mut self, params: &mut Vec<ParamAccess>) -> PResult<()> {
        self.open_field(HERE)?;
        self.commas(|e| {
            e.sign(Tok::LParen, HERE)?;
            let (param, offsets) = e.param_offsets()?;
            let mut calls = Vec::new();
            if e.p.eat(Tok::Comma) {
                e.open("calls")?;
                calls = e.items(Self::param_call)?;
                e.close()?;
            }
            params.push(ParamAccess { param, offsets, calls });
            e.close()
        })?;
        self.close()
    }

    /// `(callee: ^1, param: 0, offset: [0, 7])`
    fn param_call(&mut self) -> PResult<ParamCall> {
        self.sign(Tok::LParen, HERE)?;
        self.named_field("callee")?;
        let callee = self.global_reference()?;
        self.comma()?;
        let (param, offsets) = self.param_offsets()?;
        self.close()?;
        Ok(ParamCall { callee, param, offsets })
    }

    /// `param: 0, offset: [0, 7]`
    fn param_offsets(&mut self) -> PResult<(u64, OffsetRange)> {
        self.named_field("param")?;
        let param = self.p.uint64()?;
        self.comma()?;
        self.named_field("offset")?;
        self.sign(Tok::LSquare, HERE)?;
        let first = self.int64()?;
        self.comma()?;
        let last = self.int64()?;
        self.sign(Tok::RSquare, HERE)?;
        Ok((param, OffsetRange::inclusive(first, last)))
    }

    /// The low 64 bits of an integer.
    fn int64(&mut self) -> PResult<i64> {
        if self.p.tok() != Tok::Int {
            return self.p.error_here("expected integer");
        }
        let literal = self.p.int_literal();
        self.p.bump();
        let value = match literal.signed {
            true => literal.value.sext_or_trunc(64),
            false => literal.value.zext_or_trunc(64),
        };
        Ok(value.low_u64() as i64)
    }

    fn allocation_kind(&mut self) -> PResult<AllocationKind> {
        self.choice(AllocationKind::from_name, "invalid alloc type")
    }

    /// `allocs: ((versions: (none), memProf: ((type: cold, stackIds: (1, 2)))))`
    fn allocations(&mut self, allocations: &mut Vec<Allocation>) -> PResult<()> {
        self.open_field(" in allocs")?;
        self.commas(|e| {
            e.sign(Tok::LParen, " in alloc")?;
            e.item_field("versions", " in alloc")?;
            e.sign(Tok::LParen, " in versions")?;
            let versions = e.items(Self::allocation_kind)?;
            e.sign(Tok::RParen, " in versions")?;
            e.sign(Tok::Comma, " in alloc")?;
            e.assumed_keyword("memProf", "expected ':' in memprof")?;
            e.sign(Tok::Colon, " in memprof")?;
            e.sign(Tok::LParen, " in memprof")?;
            let contexts = e.items(|e| {
                e.sign(Tok::LParen, " in memprof")?;
                e.item_field("type", " in memprof")?;
                let kind = e.allocation_kind()?;
                e.sign(Tok::Comma, " in memprof")?;
                let stack_ids = e.stack_ids(" in memprof")?;
                e.sign(Tok::RParen, " in memprof")?;
                Ok(AllocationContext { kind, stack_ids })
            })?;
            e.sign(Tok::RParen, " in memprof")?;
            allocations.push(Allocation { versions, contexts });
            e.sign(Tok::RParen, " in alloc")
        })?;
        self.sign(Tok::RParen, " in allocs")
    }

    /// `stackIds: (1, 2)` or `stackIds: ()`
    fn stack_ids(&mut self, place: &str) -> PResult<Vec<u64>> {
        self.item_field("stackIds", place)?;
        self.sign(Tok::LParen, " in stackIds")?;
        let ids = if self.p.tok() == Tok::RParen { Vec::new() } else { self.items(|e| e.p.uint64())? };
        self.sign(Tok::RParen, " in stackIds")?;
        Ok(ids)
    }

    /// `callsites: ((callee: ^1, clones: (0), stackIds: (1, 2)))`
    fn call_sites(&mut self, call_sites: &mut Vec<CallSite>) -> PResult<()> {
        self.open_field(" in callsites")?;
        self.commas(|e| {
            e.sign(Tok::LParen, " in callsite")?;
            e.item_field("callee", " in callsite")?;
            let callee = if e.word() == b"null" {
                e.p.bump();
                None
            } else {
                Some(e.global_reference()?)
            };
            e.sign(Tok::Comma, " in callsite")?;
            e.item_field("clones", " in callsite")?;
            e.sign(Tok::LParen, " in clones")?;
            let clones = e.items(|e| e.p.uint32())?;
            e.sign(Tok::RParen, " in clones")?;
            e.sign(Tok::Comma, " in callsite")?;
            let stack_ids = e.stack_ids(" in callsite")?;
            call_sites.push(CallSite { callee, clones, stack_ids });
            e.sign(Tok::RParen, " in callsite")
        })?;
        self.sign(Tok::RParen, " in callsites")
    }
}
