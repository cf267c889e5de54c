//! Intrinsics about registers and other state of the machine, and those that have several results in memory.

use lindworm_ir::eval::IntPredicate;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::metadata::{Metadata, MetadataRef};
use lindworm_ir::module::{TlsModel, Visibility};
use lindworm_ir::{Inst, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::system_v::{CALLEE_SAVED, Convention};
use lindworm_target::x86_64::{Mem, Op, Reg, Size, op};

use super::Pass;
use super::vector_memory::Lanes;
use crate::error::Result;
use crate::relocation::{Relocation, RelocationKind, Runtime, Symbol};
use crate::values::{Address, AddressBase};

const STMXCSR: Op = Op { map: 1, code: 0xae, digit: 3, has_byte_form: false, ..op::NOT };
const LDMXCSR: Op = Op { digit: 2, ..STMXCSR };
const FNSTENV: Op = Op { digit: 6, ..op::FNSTCW };
const FLDENV: Op = Op { digit: 4, ..op::FNSTCW };
/// Offset of `mxcsr` in an environment of floating point.
const MXCSR: i32 = 28;

impl<'m> Pass<'m> {
    /// Compiles such an intrinsic. Returns whether `id` is one.
    pub fn machine_state(&mut self, inst: Inst, id: IntrinsicId, args: &[Value]) -> Result<bool> {
        use IntrinsicId as I;
        let arg = |i: usize| args.get(i).copied().ok_or("an intrinsic with too few arguments");
        match id {
            I::CODEVIEW_ANNOTATION | I::RELOC_NONE | I::XRAY_CUSTOMEVENT | I::XRAY_TYPEDEVENT | I::CLEAR_CACHE => {}
            I::ALLOW_RUNTIME_CHECK | I::ALLOW_UBSAN_CHECK => {
                let reg = self.temp_general()?;
                self.code.body.mov_ri(reg, 1);
                self.result(inst, reg)?;
            }
            I::THREAD_POINTER => {
                let reg = self.temp_general()?;
                self.code.body.bytes(&[0x64]);
                self.code.body.rm(op::MOV, Size::B64, reg, Mem::absolute(0));
                self.result(inst, reg)?;
            }
            I::READ_REGISTER | I::READ_VOLATILE_REGISTER => {
                let from = self.named_register(arg(0)?)?;
                let reg = self.temp_general()?;
                self.code.body.rr(op::MOV, Size::B64, reg, from);
                self.result(inst, reg)?;
            }
            I::WRITE_REGISTER => {
                let to = self.named_register(arg(0)?)?;
                if ![Reg::RSP, Reg::RBP].contains(&to) {
                    return Err("write_register of a register that values are in".into());
                }
                let reg = self.reg(arg(1)?, 0)?;
                self.has_dynamic_stack = true;
                self.code.body.rr(op::MOV, Size::B64, to, reg);
            }
            I::EH_SJLJ_SETJMP => self.set_jump(inst, arg(0)?)?,
            I::EH_SJLJ_LONGJMP => {
                let place = self.place(arg(0)?)?;
                let (target, stack) = (self.temp_general()?, self.temp_general()?);
                self.rm(op::MOV, Size::B64, target, place.plus(8)?);
                self.rm(op::MOV, Size::B64, stack, place.plus(16)?);
                self.rm(op::MOV, Size::B64, Reg::RBP, place);
                self.code.body.rr(op::MOV, Size::B64, Reg::RSP, stack);
                self.code.body.jmp_r(target);
            }
            I::STACKADDRESS => {
                let reg = self.temp_general()?;
                self.code.body.rr(op::MOV, Size::B64, reg, Reg::RSP);
                self.result(inst, reg)?;
            }
            I::EH_DWARF_CFA => {
                let reg = self.temp_general()?;
                self.code.body.rm(op::LEA, Size::B64, reg, Mem::base(Reg::RBP, 16));
                self.result(inst, reg)?;
            }
            I::EH_UNWIND_INIT => self.save_all_registers(),
            I::GET_ROUNDING => self.rounding(inst)?,
            I::SET_ROUNDING => self.set_rounding(arg(0)?)?,
            I::GET_FPENV => {
                let size = self.types.size(self.inst_type(inst));
                let place = self.float_environment(size)?;
                let asm = &mut self.code.body;
                asm.m(FNSTENV, Size::B32, place);
                // The store masks all exceptions.
                asm.m(FLDENV, Size::B32, place);
                asm.m(STMXCSR, Size::B32, place.plus(MXCSR).ok_or("a slot that far away")?);
                self.load_value(inst, place.into())?;
            }
            I::SET_FPENV => {
                let size = self.types.size(self.type_of(arg(0)?));
                let place = self.float_environment(size)?;
                self.store_value(arg(0)?, place.into())?;
                self.code.body.m(FLDENV, Size::B32, place);
                self.code.body.m(LDMXCSR, Size::B32, place.plus(MXCSR).ok_or("a slot that far away")?);
            }
            I::RESET_FPENV => {
                /// The control, status and tag words of the x87 unit, four words about its last instruction, and `mxcsr`.
                const DEFAULT: [i32; 8] = [0x37f, 0, 0xffff, 0, 0, 0, 0, 0x1f80];
                let place = self.float_environment(Some(32))?;
                for (i, word) in DEFAULT.into_iter().enumerate() {
                    let word_place = place.plus(4 * i as i32).ok_or("a slot that far away")?;
                    self.code.body.mov_mi(Size::B32, word_place, word);
                }
                self.code.body.m(FLDENV, Size::B32, place);
                self.code.body.m(LDMXCSR, Size::B32, place.plus(MXCSR).ok_or("a slot that far away")?);
            }
            I::INIT_TRAMPOLINE => self.trampoline(arg(0)?, arg(1)?, arg(2)?)?,
            I::ADJUST_TRAMPOLINE => self.copy_value(inst, arg(0)?)?,
            I::FREXP => {
                self.with_results_in_memory(inst, arg(0)?, ["frexpf", "frexp", "frexpl", "frexpf128"], true, 1)?
            }
            I::MODF => self.with_results_in_memory(inst, arg(0)?, ["modff", "modf", "modfl", "modff128"], true, 1)?,
            I::SINCOS => {
                self.with_results_in_memory(inst, arg(0)?, ["sincosf", "sincos", "sincosl", "sincosf128"], false, 2)?;
            }
            I::MEMCPY_ELEMENT_UNORDERED_ATOMIC
            | I::MEMMOVE_ELEMENT_UNORDERED_ATOMIC
            | I::MEMSET_ELEMENT_UNORDERED_ATOMIC => {
                const NAMES: [[&str; 5]; 3] = [
                    [
                        "__llvm_memcpy_element_unordered_atomic_1",
                        "__llvm_memcpy_element_unordered_atomic_2",
                        "__llvm_memcpy_element_unordered_atomic_4",
                        "__llvm_memcpy_element_unordered_atomic_8",
                        "__llvm_memcpy_element_unordered_atomic_16",
                    ],
                    [
                        "__llvm_memmove_element_unordered_atomic_1",
                        "__llvm_memmove_element_unordered_atomic_2",
                        "__llvm_memmove_element_unordered_atomic_4",
                        "__llvm_memmove_element_unordered_atomic_8",
                        "__llvm_memmove_element_unordered_atomic_16",
                    ],
                    [
                        "__llvm_memset_element_unordered_atomic_1",
                        "__llvm_memset_element_unordered_atomic_2",
                        "__llvm_memset_element_unordered_atomic_4",
                        "__llvm_memset_element_unordered_atomic_8",
                        "__llvm_memset_element_unordered_atomic_16",
                    ],
                ];
                let which = match id {
                    I::MEMCPY_ELEMENT_UNORDERED_ATOMIC => 0,
                    I::MEMMOVE_ELEMENT_UNORDERED_ATOMIC => 1,
                    _ => 2,
                };
                let size = self.constant_int(arg(3)?).ok_or("elements of a size that is not constant")?;
                let name = NAMES[which].get(size.max(1).ilog2() as usize).ok_or("elements of such a size")?;
                self.call_runtime(inst, Runtime(name), &args[..3])?;
            }
            I::EXPERIMENTAL_CTTZ_ELTS => self.first_nonzero_lane(inst, arg(0)?)?,
            I::EXPERIMENTAL_VECTOR_EXTRACT_LAST_ACTIVE => {
                let (vector, mask, mut result) = (arg(0)?, arg(1)?, arg(2)?);
                self.hold(result);
                for lane in 0..self.vector(self.type_of(vector))?.len {
                    let (is_active, element) = (self.lane(mask, lane)?, self.lane(vector, lane)?);
                    result = self.select_step(is_active, element, result)?;
                }
                self.give(inst, result)?;
            }
            I::EXPERIMENTAL_VECTOR_COMPRESS => {
                let (vector, mask, other) = (arg(0)?, arg(1)?, arg(2)?);
                let size = self.types.size(self.type_of(vector)).ok_or("a vector without a size")?;
                let (pointer, at) = self.memory_of_frame(size)?;
                self.store_value(other, Mem::base(Reg::RBP, at).into())?;
                self.registers.unlock();
                self.masked_store(vector, Lanes::Dense(pointer), mask)?;
                self.registers.unlock();
                self.load_value(inst, Mem::base(Reg::RBP, at).into())?;
                self.done(&[pointer]);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether a value is an emulated thread-local variable.
    pub fn is_emulated(&self, value: Value) -> bool {
        let is_thread_local = |global| self.module.globals()[global].tls != TlsModel::None;
        self.around.emulated_thread_locals && value.as_global().is_some_and(is_thread_local)
    }

    /// The address of an emulated thread-local variable.
    pub fn emulated_address(&mut self, inst: Inst, variable: Value) -> Result {
        let global = variable.as_global().ok_or("the address of what is no variable")?;
        self.spill_before_call(&[], None, Convention::C)?;
        self.claim(Reg::RDI)?;
        self.claim(Reg::RAX)?;
        self.makes_calls = true;
        self.code.body.rm(op::MOV, Size::B64, Reg::RDI, Mem::rip());
        self.relocate(RelocationKind::Got, Symbol::Global(global), 0);
        let (offset, function) = (self.code.body.call(), Symbol::Runtime(Runtime("__emutls_get_address")));
        self.code.relocations.push(Relocation { offset, kind: RelocationKind::Call, symbol: function, addend: -4 });
        self.forget_clobbered(Convention::C);
        self.result(inst, Reg::RAX)
    }

    /// `llvm.threadlocal.address`. The dynamic linker finds the variable of a library that is loaded at run time.
    pub fn thread_local_address(&mut self, inst: Inst, variable: Value) -> Result {
        if self.is_emulated(variable) {
            return self.emulated_address(inst, variable);
        }
        let global = variable.as_global().filter(|_| self.around.dynamic_thread_locals);
        let data = global.map(|global| &self.module.globals()[global]);
        let (Some(global), Some(data)) =
            (global, data.filter(|data| matches!(data.tls, TlsModel::GeneralDynamic | TlsModel::LocalDynamic)))
        else {
            return self.copy_value(inst, variable);
        };
        let is_local = data.tls == TlsModel::LocalDynamic
            || data.linkage.is_local()
            || data.visibility != Visibility::Default
            || data.dso_local;
        let symbol = Symbol::Global(global);
        self.spill_before_call(&[], None, Convention::C)?;
        self.claim(Reg::RDI)?;
        self.claim(Reg::RAX)?;
        self.makes_calls = true;
        // Linkers know the sequences, with the prefixes that make the first 16 bytes long.
        if !is_local {
            self.code.body.bytes(&[0x66]);
        }
        self.code.body.rm(op::LEA, Size::B64, Reg::RDI, Mem::rip());
        let kind = if is_local { RelocationKind::ThreadModule } else { RelocationKind::ThreadGeneral };
        self.relocate(kind, symbol, 0);
        if !is_local {
            self.code.body.bytes(&[0x66, 0x66, 0x48]);
        }
        let (offset, function) = (self.code.body.call(), Symbol::Runtime(Runtime("__tls_get_addr")));
        self.code.relocations.push(Relocation { offset, kind: RelocationKind::Call, symbol: function, addend: -4 });
        if is_local {
            self.code.body.rm(op::LEA, Size::B64, Reg::RAX, Mem::base(Reg::RAX, i32::MAX));
            let offset = self.code.body.last_disp();
            self.code.body.patch32(offset, 0);
            let kind = RelocationKind::ThreadInModule;
            self.code.relocations.push(Relocation { offset, kind, symbol, addend: 0 });
        }
        self.forget_clobbered(Convention::C);
        self.result(inst, Reg::RAX)
    }

    /// Makes the prologue save every callee-saved register.
    fn save_all_registers(&mut self) {
        for reg in CALLEE_SAVED.without(lindworm_target::x86_64::RegSet::of(&[Reg::RBP])) {
            self.registers.used.insert(reg);
        }
    }

    /// `llvm.eh.sjlj.setjmp`: stores the address where `longjmp` resumes in the second word of the buffer. `longjmp` restores only the
    /// frame and stack pointers, which the program stores.
    fn set_jump(&mut self, inst: Inst, buffer: Value) -> Result {
        self.save_all_registers();
        let place = self.place(buffer)?.plus(8)?;
        let address = self.temp_general()?;
        for reg in self.registers.owned() {
            if let Some(at) = self.registers.owner(reg) {
                self.spill(at)?;
            }
        }
        self.code.body.rm(op::LEA, Size::B64, address, Mem::rip());
        let resumed = self.code.body.last_disp();
        self.mr(op::MOV_STORE, Size::B64, place, address);
        self.registers.forget_all(&mut self.values.parts);
        self.registers.unlock();
        self.claim(Reg::RAX)?;
        self.code.body.mov_ri(Reg::RAX, 0);
        let done = self.code.body.jmp();
        self.bind_here(&[resumed]);
        self.code.body.mov_ri(Reg::RAX, 1);
        self.bind_here(&[done]);
        self.result(inst, Reg::RAX)
    }

    /// The register that an argument names.
    fn named_register(&self, name: Value) -> Result<Reg> {
        let unknown = "the register of read_register";
        let Some(MetadataRef::Node(node)) = name.as_metadata().map(|m| m.open()) else { return Err(unknown.into()) };
        let operand = self.module.metadata().node(node).words.first().and_then(|&word| Metadata::from_word(word));
        let Some(MetadataRef::String(string)) = operand.map(|m| m.open()) else { return Err(unknown.into()) };
        let name = self.module.metadata().string(string);
        let name = name.strip_suffix(b"\0").unwrap_or(name);
        let named =
            Reg::all().find(|reg| !reg.is_xmm() && [64, 32].iter().any(|&bits| reg.name_of(bits).as_bytes() == name));
        Ok(named.ok_or(unknown)?)
    }

    /// Memory of the frame, as a pointer with one use, and its offset.
    fn memory_of_frame(&mut self, size: u64) -> Result<(Value, i32)> {
        let disp = self.frame.allocate(size, 16)?;
        let pointer = self.temporary(Type::PTR);
        self.stand_for(pointer, Address { base: AddressBase::Frame, index: None, disp })?;
        Ok((pointer.into(), disp))
    }

    /// A function of the C library whose last `count` results, of a struct of two, go to memory.
    fn with_results_in_memory(
        &mut self,
        inst: Inst,
        x: Value,
        names: [&'static str; 4],
        returns: bool,
        count: usize,
    ) -> Result {
        let name = match self.kind_of(x)? {
            PartKind::F32 => names[0],
            PartKind::F64 => names[1],
            PartKind::F80 => names[2],
            PartKind::F128 => names[3],
            _ => return Err(format!("{} of such a type", names[1]).into()),
        };
        let cx = self.module.context();
        let fields: Vec<Type> = (0..2).filter_map(|i| cx.element_type(self.inst_type(inst), i)).collect();
        let &[first, second] = &fields[..] else { return Err("a result that is not a struct of two".into()) };
        let mut args = vec![x];
        let mut places = Vec::new();
        for _ in 0..count {
            let (pointer, at) = self.memory_of_frame(16)?;
            args.push(pointer);
            places.push(at);
        }
        self.hold(x);
        let returned = self.temporary(if returns { first } else { Type::VOID });
        self.call_runtime(returned, Runtime(name), &args)?;
        self.done(&args);
        let mut values: Vec<Value> = if returns { vec![returned.into()] } else { Vec::new() };
        for at in places {
            let loaded = self.temporary(if values.is_empty() { first } else { second });
            self.load_value(loaded, Mem::base(Reg::RBP, at).into())?;
            self.registers.unlock();
            values.push(loaded.into());
        }
        let at = self.define(inst)?;
        for (i, &value) in values.iter().enumerate() {
            self.copy_part(at + i, value, 0)?;
        }
        self.done(&values);
        self.free_unused(inst);
        Ok(())
    }

    /// Memory for the environment of floating point: that of the x87 unit in 28 bytes, then `mxcsr`.
    fn float_environment(&mut self, size: Option<u64>) -> Result<Mem> {
        match size {
            Some(size @ 32) => Ok(Mem::base(Reg::RBP, self.frame.allocate(size, 16)?)),
            _ => Err("an environment of floating point of other than 256 bits".into()),
        }
    }

    /// `llvm.set.rounding`: sets the rounding mode of both units from C's numbering.
    fn set_rounding(&mut self, mode: Value) -> Result {
        /// The machine's number for each of C's: to zero 3, nearest 0, up 2, down 1; two bits each.
        const NUMBERS: u64 = 0b01_10_00_11;
        self.claim(Reg::RCX)?;
        let from = self.reg(mode, 0)?;
        let (bits, word) = (self.temp_general()?, self.temp_general()?);
        let slot = self.frame.slot(8)?;
        let mem = Mem::base(Reg::RBP, slot);
        let asm = &mut self.code.body;
        asm.rr(op::MOV, Size::B32, Reg::RCX, from);
        asm.ri(op::AND, Size::B32, Reg::RCX, 3);
        asm.rr(op::ADD, Size::B32, Reg::RCX, Reg::RCX);
        asm.mov_ri(bits, NUMBERS);
        asm.r(op::SHR_CL, Size::B32, bits);
        asm.ri(op::AND, Size::B32, bits, 3);
        // Bits 10 and 11 of the control word, 13 and 14 of `mxcsr`.
        for (store, load, shift, mask) in [(op::FNSTCW, op::FLDCW, 10, 0xc00), (STMXCSR, LDMXCSR, 3, 0x6000)] {
            asm.shift_ri(op::SHL_CL, Size::B32, bits, shift);
            asm.m(store, Size::B32, mem);
            asm.rm(op::MOV, Size::B32, word, mem);
            asm.ri(op::AND, Size::B32, word, !mask);
            asm.rr(op::OR, Size::B32, word, bits);
            asm.mr(op::MOV_STORE, Size::B32, mem, word);
            asm.m(load, Size::B32, mem);
        }
        self.frame.release(slot, 8);
        Ok(())
    }

    /// `llvm.get.rounding`: the rounding mode of the SSE unit in C's numbering.
    fn rounding(&mut self, inst: Inst) -> Result {
        /// C's number for each of the machine's: nearest 1, down 3, up 2, to zero 0; two bits each.
        const NUMBERS: u64 = 0b00_10_11_01;
        self.claim(Reg::RCX)?;
        let slot = self.frame.slot(8)?;
        let reg = self.temp_general()?;
        let asm = &mut self.code.body;
        asm.m(STMXCSR, Size::B32, Mem::base(Reg::RBP, slot));
        asm.rm(op::MOV, Size::B32, Reg::RCX, Mem::base(Reg::RBP, slot));
        // Bits 13 and 14, as an index of pairs of bits.
        asm.shift_ri(op::SHR_CL, Size::B32, Reg::RCX, 12);
        asm.ri(op::AND, Size::B32, Reg::RCX, 6);
        asm.mov_ri(reg, NUMBERS);
        asm.r(op::SHR_CL, Size::B32, reg);
        asm.ri(op::AND, Size::B32, reg, 3);
        self.frame.release(slot, 8);
        self.result(inst, reg)
    }

    /// `llvm.init.trampoline`: writes code that loads the static chain and jumps to a function.
    fn trampoline(&mut self, to: Value, function: Value, chain: Value) -> Result {
        let place = self.place(to)?;
        // mov r11, function; mov r10, chain; jmp r11
        for (at, code, value) in [(0, 0xbb49, Some(function)), (10, 0xba49, Some(chain)), (20, 0xff49, None)] {
            self.mov_mi(Size::B16, place.plus(at)?, code);
            if let Some(value) = value {
                let reg = self.reg(value, 0)?;
                self.mr(op::MOV_STORE, Size::B64, place.plus(at + 2)?, reg);
            }
        }
        self.mov_mi(Size::B8, place.plus(22)?, 0xe3);
        Ok(())
    }

    /// `llvm.experimental.cttz.elts`: the index of the first lane that is not zero, or the number of lanes.
    fn first_nonzero_lane(&mut self, inst: Inst, vector: Value) -> Result {
        let shape = self.vector(self.type_of(vector))?;
        let ty = self.inst_type(inst);
        let mut result = self.int_constant(ty, shape.len.into());
        let zero = self.int_constant(shape.element, 0);
        for lane in (0..shape.len).rev() {
            let element = self.lane(vector, lane)?;
            let is_set = self.compare_step(IntPredicate::Ne, element, zero)?;
            let number = self.int_constant(ty, lane.into());
            result = self.select_step(is_set, number, result)?;
        }
        self.give(inst, result)
    }
}
