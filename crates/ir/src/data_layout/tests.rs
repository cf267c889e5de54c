use super::*;

#[test]
fn refusals() {
    for (text, message) in [
        ("eX", "malformed specification, must be just 'e' or 'E'"),
        ("e-", "empty specification is not allowed"),
        ("p:32", "malformed specification, must be of the form \"p[<n>]:<size>:<abi>[:<pref>[:<idx>]]\""),
        ("p:32:8:8:8:8", "malformed specification, must be of the form \"p[<n>]:<size>:<abi>[:<pref>[:<idx>]]\""),
        ("pe:64:64", "address space 0 cannot be unstable or have external state"),
        ("pex1:64:64", "'x' is not a valid pointer specification flag"),
        ("pzo1:64:64", "only one of 'z' or 'o' may be specified"),
        ("ve1", "malformed specification, must be of the form \"v<size>:<abi>[:<pref>]\""),
        ("p1(a:32:32", "Expected `( address space name )`"),
        ("p1():32:32", "Expected `( address space name )`"),
        ("p1(A):q:32", "Cannot use predefined address space names P/G/A in data layout"),
        ("p1(a):32:32-p1(a):32:32", "address space name `a` already used"),
        ("p_1:8:8", "address space must be a 24-bit integer"),
        ("p16777216:8:8", "address space must be a 24-bit integer"),
        ("p:0:8", "pointer size must be a non-zero 24-bit integer"),
        ("p:32:0", "ABI alignment must be non-zero"),
        ("p:32:16:8", "preferred alignment cannot be less than the ABI alignment"),
        ("p:32:8:8:64", "index size cannot be larger than the pointer size"),
        ("p:32:8:8:", "index size component cannot be empty"),
        ("ni", "malformed specification, must be of the form \"ni:<address space>[:<address space>]...\""),
        ("ni:1:", "address space component cannot be empty"),
        ("ni:0", "address space 0 cannot be non-integral"),
        ("n", "size component cannot be empty"),
        ("n0", "size must be a non-zero 24-bit integer"),
        ("i", "malformed specification, must be of the form \"i<size>:<abi>[:<pref>]\""),
        ("i8:16", "i8 must be 8-bit aligned"),
        ("i+8:8", "size must be a non-zero 24-bit integer"),
        ("i16:24", "ABI alignment must be a power of two times the byte width"),
        ("i16:4294967296", "ABI alignment must be a 16-bit integer"),
        ("a1:8", "size must be zero"),
        ("a:0:0", "preferred alignment must be non-zero"),
        ("S", "malformed specification, must be of the form \"S<size>\""),
        ("S0", "stack natural alignment must be non-zero"),
        ("F", "malformed specification, must be of the form \"F<type><abi>\""),
        ("Fi", "ABI alignment component cannot be empty"),
        ("Fx8", "unknown function pointer alignment type 'x'"),
        ("P", "malformed specification, must be of the form \"P<address space>\""),
        ("m", "malformed specification, must be of the form \"m:<mangling>\""),
        ("m:ee", "unknown mangling mode"),
        ("q", "unknown specifier 'q'"),
    ] {
        assert_eq!(DataLayout::parse(text.as_bytes()), Err(DataLayoutError { message: message.to_string() }), "{text}");
    }
}

#[test]
fn properties() {
    let text = b"E-S128-P1-G2-A5-m:o-n8:16:32-Fn32-s0-pu3(gc):64:64:64:32-pe4:128:128-p5:32:32-ni:6:5";
    let layout = DataLayout::parse(text).unwrap();
    assert_eq!(layout.text, text);
    assert!(layout.big_endian);
    let spaces = (layout.program_addr_space, layout.globals_addr_space, layout.alloca_addr_space);
    assert_eq!(spaces, (1, 2, 5));
    assert_eq!(layout.stack_align.bytes(), Some(16));
    assert_eq!(layout.function_pointer_align.bytes(), Some(4));
    assert!(layout.function_pointer_align_is_relative);
    assert_eq!(layout.mangling, Some(Mangling::MachO));
    assert_eq!((layout.smallest_legal_int(9), layout.is_legal_int(64)), (Some(16), false));
    assert_eq!(layout.addr_space_named(b"gc"), Some(3));
    assert!(layout.pointer(3).unstable && layout.pointer(3).index_bits == 32);
    assert!(layout.pointer(4).external_state);
    assert!(layout.pointer(5).unstable && layout.pointer(5).bits == 32);
    // An address space that only `ni` mentions otherwise equals address space 0.
    assert!(layout.pointer(6).unstable && layout.pointer(6).bits == 64);
    assert!(!layout.pointer(7).is_non_integral());
    // Equality compares the specification, not the string.
    assert_eq!(DataLayout::parse(b"e-i64:32:64").unwrap(), DataLayout::default());
}

#[test]
fn sizes() {
    let cx = Context::new();
    let layout = DataLayout::default();
    let check = |ty, bits, alloc, abi, preferred| {
        let l = layout.layout(&cx, ty).unwrap();
        let got = (l.size_in_bits().min, l.alloc_size().min, l.abi.bytes().unwrap(), l.preferred.bytes().unwrap());
        assert_eq!(got, (bits, alloc, abi, preferred), "{:?}", cx.kind(ty));
    };
    check(Type::I1, 1, 1, 1, 1);
    // An integer has the alignment of the next larger specified integer.
    let preferred = |text: &[u8], ty| DataLayout::parse(text).unwrap().preferred_align(&cx, ty).unwrap().bytes();
    assert_eq!(preferred(b"i8:8:256", Type::I1), Some(32));
    check(cx.int(24), 24, 4, 4, 4);
    check(Type::I64, 64, 8, 4, 8);
    check(cx.int(129), 129, 20, 4, 8);
    check(Type::X86_FP80, 80, 16, 16, 16);
    check(Type::X86_AMX, 8192, 1024, 64, 64);
    check(Type::PTR, 64, 8, 8, 8);
    check(cx.vector(cx.int(7), 3, false), 21, 4, 4, 4);
    check(cx.vector(Type::PTR, 3, false), 192, 32, 32, 32);
    check(cx.array(cx.vector(Type::I8, 3, false), 3), 96, 12, 4, 4);
    check(cx.struct_type(&[], false), 0, 0, 1, 8);
    check(cx.struct_type(&[Type::I8, Type::I64], true), 72, 9, 1, 8);
    check(cx.struct_type(&[Type::I8, cx.int(65)], false), 128, 16, 4, 8);
}

#[test]
fn scalable_sizes() {
    let cx = Context::new();
    let layout = DataLayout::default();
    let vector = cx.vector(Type::I32, 4, true);
    let pair = cx.struct_type(&[vector, vector], false);
    let offsets = layout.struct_layout(&cx, pair).unwrap().offsets.clone();
    assert_eq!(offsets[1], TypeSize { min: 16, scalable: true });
    assert!(layout.alloc_size(&cx, cx.array(vector, 2)).unwrap().scalable);
    for fields in [&[vector, Type::I32][..], &[pair], &[cx.array(vector, 1)]] {
        assert!(!layout.is_sized(&cx, cx.struct_type(fields, false)));
    }
}

#[test]
fn no_size() {
    let cx = Context::new();
    let layout = DataLayout::default();
    let opaque = cx.new_struct(b"opaque");
    let recursive = cx.new_struct(b"recursive");
    let TypeKind::Identified(id) = *cx.kind(recursive) else { unreachable!() };
    cx.set_struct_body(id, &[Type::I8, cx.array(recursive, 1)], false);
    let of_two = cx.struct_type(&[Type::I8, opaque, recursive], false);
    for ty in [Type::VOID, Type::LABEL, Type::TOKEN, opaque, cx.array(opaque, 0), recursive, of_two] {
        assert!(!layout.is_sized(&cx, ty), "{:?}", cx.kind(ty));
    }
    // An unsized type may become sized.
    let TypeKind::Identified(id) = *cx.kind(opaque) else { unreachable!() };
    cx.set_struct_body(id, &[Type::I16], false);
    assert_eq!(layout.alloc_size(&cx, cx.array(opaque, 3)).unwrap().min, 6);
    assert_eq!(layout.alloc_size(&cx, cx.array(opaque, 0)).unwrap().min, 0);
    assert_eq!(layout.alloc_size(&cx, opaque).unwrap().min, 2);
    assert!(!layout.is_sized(&cx, of_two) && !layout.is_sized(&cx, recursive));
}

#[test]
fn fields() {
    let cx = Context::new();
    let ty = cx.struct_type(&[Type::I32, cx.array(Type::I32, 0), Type::I8, Type::I16], false);
    let layout = DataLayout::default().struct_layout(&cx, ty).unwrap();
    assert_eq!(layout.offsets.iter().map(|o| o.min).collect::<Vec<_>>(), [0, 4, 4, 6]);
    assert_eq!((layout.field_at(3), layout.field_at(4), layout.field_at(5)), (Some(0), Some(2), Some(2)));
    assert!(layout.is_padded);
}

#[test]
fn hostile_types() {
    let cx = Context::new();
    let layout = DataLayout::default();
    let wide = cx.array(cx.array(cx.array(Type::I8, 3), u32::MAX.into()), u32::MAX.into());
    assert_eq!(layout.alloc_size(&cx, wide).unwrap().min as i64, -25769803773);
    // Depth uses no stack, and sharing no time.
    let mut deep = Type::I64;
    for _ in 0..100_000 {
        deep = cx.struct_type(&[deep, deep], false);
    }
    assert_eq!(layout.abi_align(&cx, deep).unwrap().bytes(), Some(4));
    // Handles of one context are not mistaken for handles of another.
    let other = Context::new();
    let first = cx.array(cx.array(Type::I8, 1), 1);
    let second = other.array(other.array(Type::I8, 2), 2);
    assert_eq!(layout.alloc_size(&cx, first).unwrap().min, 1);
    assert_eq!(layout.alloc_size(&other, second).unwrap().min, 4);
}

#[test]
fn vectors_may_be_aligned_as_their_elements() {
    let cx = Context::new();
    let aligns = |layout: &str| {
        let layout = DataLayout::parse(layout.as_bytes()).unwrap();
        [(Type::FLOAT, 2), (Type::I32, 4)].map(|(element, len)| {
            layout.abi_align(&cx, cx.vector(element, len, false)).and_then(|align| align.bytes()).unwrap()
        })
    };
    assert_eq!(aligns("e"), [8, 16]);
    assert_eq!(aligns("e-ve"), [4, 4]);
    assert_eq!(aligns("e-v128:128-ve"), [4, 16]);
    assert_eq!(aligns("e-ve-v64:64"), [8, 4]);
}

#[test]
fn some_of_it_is_new() {
    let since = |layout: &str| DataLayout::parse(layout.as_bytes()).unwrap().since();
    assert_eq!(since("e-p:32:32-v128:128"), IrVersion::V22);
    for layout in ["e-ve", "e-pz:32:32", "e-po3:32:32"] {
        assert_eq!(since(layout), IrVersion::V23, "{layout}");
    }
}
