//! Every instruction of the table, with registers of all kinds and all shapes of addresses, is what a disassembler reads.

use iced_x86::{Decoder, DecoderOptions, Formatter, IntelFormatter};
use lindworm_target::x86_64::{Assembler, Condition, Mem, Op, Operands, Reg, Scale, Size, op};

fn disassemble(code: &[u8]) -> String {
    let mut decoder = Decoder::with_ip(64, code, 0, DecoderOptions::NONE);
    let instruction = decoder.decode();
    assert!(!instruction.is_invalid(), "{code:02x?}");
    assert_eq!(instruction.len(), code.len(), "{code:02x?}");
    let mut text = String::new();
    let mut formatter = IntelFormatter::new();
    formatter.options_mut().set_space_after_operand_separator(true);
    formatter.format(&instruction, &mut text);
    text
}

fn name(reg: Reg, size: Size) -> String {
    let full = reg.name();
    if reg.is_xmm() {
        return full.into();
    }
    let old = &full[1..];
    match (size, reg.code()) {
        (Size::B64, _) => full.into(),
        (Size::B32, ..8) => format!("e{old}"),
        (Size::B16, ..8) => old.into(),
        (Size::B8, ..4) => format!("{}l", &old[..1]),
        (Size::B8, ..8) => format!("{old}l"),
        (Size::B32, _) => format!("{full}d"),
        (Size::B16, _) => format!("{full}w"),
        (Size::B8, _) => format!("{full}b"),
    }
}

fn encoded(f: impl FnOnce(&mut Assembler)) -> String {
    let mut asm = Assembler::default();
    f(&mut asm);
    disassemble(asm.code())
}

const GENERAL: [Reg; 6] = [Reg::RAX, Reg::RBX, Reg::RSI, Reg::R8, Reg::R13, Reg::R15];
const VECTOR: [Reg; 3] = [Reg::XMM0, Reg::XMM7, Reg::XMM12];

/// Which registers the operand in the `reg` field and the `rm` operand are, where that is not the size of the operation.
fn banks(text: &str, op: Op) -> (bool, bool) {
    let vector = op.map == 1 && (op.prefix != 0 || matches!(op.code, 0x10 | 0x11 | 0x28 | 0x29 | 0x2e | 0x50..=0x5f));
    match text {
        "movd" | "cvtsi2ss" | "cvtsi2sd" => (true, false),
        "cvttss2si" | "cvttsd2si" | "pmovmskb" | "movmskps" | "movmskpd" => (false, true),
        _ => (vector, vector),
    }
}

#[test]
fn registers() {
    for &(text, op) in op::ALL {
        if text.starts_with('f') || op == op::LEA {
            continue;
        }
        let (reg_is_vector, rm_is_vector) = banks(text, op);
        for size in Size::ALL {
            let only_wide = reg_is_vector || rm_is_vector || op.takes_byte || op.map == 1 && !op.has_byte_form;
            if size < Size::B32
                && (only_wide && text != "imul" || !op.has_byte_form && size == Size::B8 || text == "movsxd")
            {
                continue;
            }
            // The result is 32 bits, whatever the size.
            let is_mask = matches!(text, "pmovmskb" | "movmskps" | "movmskpd");
            if (is_mask || reg_is_vector && rm_is_vector) && size == Size::B64 {
                continue;
            }
            let rm_size = match text {
                _ if op.takes_byte => Size::B8,
                _ if op == op::MOVZX16 || op == op::MOVSX16 => Size::B16,
                "movsxd" => Size::B32,
                _ => size,
            };
            if text == "movsxd" && size != Size::B64 {
                continue;
            }
            for rm in if rm_is_vector { &VECTOR[..] } else { &GENERAL[..] } {
                let rm_name = name(*rm, rm_size);
                for reg in if reg_is_vector { &VECTOR[..] } else { &GENERAL[..] } {
                    let reg_name = name(*reg, size);
                    let mnemonic = if text == "movd" && size == Size::B64 { "movq" } else { text };
                    let expected = match op.operands {
                        Operands::RegRm => format!("{mnemonic} {reg_name}, {rm_name}"),
                        Operands::RmReg if text.starts_with("shld") || text.starts_with("shrd") => {
                            format!("{mnemonic} {rm_name}, {reg_name}, cl")
                        }
                        Operands::RmReg => format!("{mnemonic} {rm_name}, {reg_name}"),
                        Operands::Rm if op.code == 0xd3 => format!("{mnemonic} {rm_name}, cl"),
                        Operands::Rm => format!("{mnemonic} {rm_name}"),
                    };
                    let got = encoded(|asm| match op.operands {
                        Operands::Rm => asm.r(op, size, *rm),
                        _ => asm.rr(op, size, *reg, *rm),
                    });
                    assert_eq!(got, expected);
                }
            }
        }
    }
}

#[test]
fn immediate_bytes() {
    for &(text, op) in op::WITH_BYTE {
        for reg in VECTOR {
            if op.digit != 0 {
                assert_eq!(encoded(|asm| asm.packed_shift_ri(op, reg, 5)), format!("{text} {}, 5", reg.name()));
                continue;
            }
            for rm in VECTOR {
                let (reg_name, rm_name) = (reg.name(), rm.name());
                let expected = match text {
                    "cmpps" | "cmppd" => format!("{} {reg_name}, {rm_name}", text.replace("cmp", "cmpnlt")),
                    _ => format!("{text} {reg_name}, {rm_name}, 5"),
                };
                assert_eq!(encoded(|asm| asm.packed_rri(op, reg, rm, 5)), expected);
            }
        }
    }
}

#[test]
fn addresses() {
    for base in GENERAL.into_iter().chain([Reg::RSP, Reg::RBP, Reg::R12]) {
        for (disp, text) in [(0, ""), (8, "+8"), (-128, "-80h"), (0x1234, "+1234h")] {
            let base_text = format!("{}{text}", base.name());
            let expected = format!("mov ecx, [{base_text}]");
            assert_eq!(encoded(|asm| asm.rm(op::MOV, Size::B32, Reg::RCX, Mem::base(base, disp))), expected);
            for index in GENERAL {
                let mem = Mem::base(base, disp).with_index(index, Scale::Four);
                let expected = format!("mov ecx, [{}+{}*4{text}]", base.name(), index.name());
                assert_eq!(encoded(|asm| asm.rm(op::MOV, Size::B32, Reg::RCX, mem)), expected);
            }
        }
    }
    assert_eq!(encoded(|asm| asm.rm(op::LEA, Size::B64, Reg::R9, Mem::absolute(0x1000))), "lea r9, [1000h]");
    assert_eq!(encoded(|asm| asm.rm(op::LEA, Size::B64, Reg::R9, Mem::rip())), "lea r9, [7]");
    assert_eq!(encoded(|asm| asm.mr(op::MOV_STORE, Size::B8, Mem::base(Reg::RAX, 1), Reg::RSI)), "mov [rax+1], sil");
    assert_eq!(encoded(|asm| asm.m(op::FLD80, Size::B32, Mem::base(Reg::R12, 0))), "fld st, tbyte ptr [r12]");
    assert_eq!(encoded(|asm| asm.m(op::FISTP64, Size::B32, Mem::base(Reg::RBP, 0))), "fistp qword ptr [rbp], st");
}

/// What writes an instruction, and how that is disassembled.
type Case = (fn(&mut Assembler), &'static str);

#[test]
fn immediates() {
    let cases: [Case; 20] = [
        (|a| a.ri(op::ADD, Size::B64, Reg::R8, -1), "add r8, 0FFFFFFFFFFFFFFFFh"),
        (|a| a.ri(op::CMP, Size::B8, Reg::RDI, 5), "cmp dil, 5"),
        (|a| a.ri(op::AND, Size::B16, Reg::RAX, 0x1234), "and ax, 1234h"),
        (|a| a.ri(op::SUB, Size::B32, Reg::RSP, 0x1234), "sub esp, 1234h"),
        (|a| a.mi(op::XOR, Size::B16, Mem::base(Reg::RAX, 4), 0x1234), "xor word ptr [rax+4], 1234h"),
        (|a| a.test_ri(Size::B8, Reg::RSI, 1), "test sil, 1"),
        (|a| a.test_mi(Size::B8, Mem::base(Reg::RSI, 1), 1), "test byte ptr [rsi+1], 1"),
        (|a| a.shift_ri(op::SAR_CL, Size::B64, Reg::R10, 63), "sar r10, 3Fh"),
        (|a| a.double_shift_ri(op::SHLD_CL, Size::B64, Reg::R10, Reg::RAX, 3), "shld r10, rax, 3"),
        (|a| a.mov_mi(Size::B64, Mem::base(Reg::RBP, -8), -2), "mov qword ptr [rbp-8], 0FFFFFFFFFFFFFFFEh"),
        (|a| a.mov_mi(Size::B8, Mem::base(Reg::RBP, -8), 7), "mov byte ptr [rbp-8], 7"),
        (|a| a.mov_ri(Reg::R9, 1), "mov r9d, 1"),
        (|a| a.mov_ri(Reg::RAX, u64::MAX), "mov rax, 0FFFFFFFFFFFFFFFFh"),
        (|a| a.mov_ri(Reg::R15, 0x1234_5678_9abc), "mov r15, 123456789ABCh"),
        (|a| a.imul_rri(Size::B32, Reg::RAX, Reg::R9, 100), "imul eax, r9d, 64h"),
        (|a| a.imul_rri(Size::B64, Reg::RAX, Reg::R9, 1000), "imul rax, r9, 3E8h"),
        (|a| a.bswap(Size::B64, Reg::R9), "bswap r9"),
        (|a| a.push(Reg::R12), "push r12"),
        (|a| a.call_r(Reg::R11), "call r11"),
        (|a| a.jmp_r(Reg::RAX), "jmp rax"),
    ];
    for (f, expected) in cases {
        assert_eq!(encoded(f), expected);
    }
}

#[test]
fn conditions() {
    let names = ["o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"];
    for (condition, name) in Condition::ALL.into_iter().zip(names) {
        assert_eq!(encoded(|asm| asm.setcc(condition, Reg::RSI)), format!("set{name} sil"));
        assert_eq!(encoded(|asm| asm.cmov(condition, Size::B64, Reg::RSI, Reg::R8)), format!("cmov{name} rsi, r8"));
        assert_eq!(
            encoded(|asm| {
                asm.jcc(condition);
            }),
            format!("j{name} 6")
        );
        assert_eq!(encoded(|asm| asm.jcc_back(condition, 0)), format!("j{name} short 0"));
        assert_eq!(condition.negated().negated(), condition);
    }
    let mut far = Assembler::default();
    (0..200).for_each(|_| far.push(Reg::RAX));
    far.jmp_back(0);
    assert_eq!(disassemble(&far.code()[200..]), "jmp 0FFFFFFFFFFFFFF38h");
}
