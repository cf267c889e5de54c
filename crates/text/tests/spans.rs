//! Where things stand in the text.

use std::ops::Range;

use lindworm_ir::{Context, Global, Inst, Metadata, Module};
use lindworm_text::{ReadOptions, Spans, read};

const SOURCE: &str = r#"$c = comdat any
@v = global i32 0, comdat($c), !dbg !7, !foo !{i32 7}

declare void @g(metadata, i32 noundef)

define i32 @f(i32 noundef %x, i32) #1 {
  br label %b
b:                 ; preds
    #dbg_value(i32 %x, !5, !DIExpression(), !6)
    #dbg_label(!8, !6)
  call void @g(metadata i32 %x, i32 %x), !dbg !6
  call void @g(metadata !{!1}, i32 %x)
  %y = add i32 %x, 1
  ret i32 %y
}

attributes #1 = { nounwind }

!llvm.module.flags = !{!0}
!named = !{!1, !2}
!other = !{}
!named = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{!"a", !{!"inline"}}
!2 = distinct !{ }
!3 = !{!"a", !{!"inline"}}
!4 = distinct !DISubprogram(name: "f", file: !DIFile(filename: "a", directory: "b"))
!5 = !DILocalVariable(name: "x", scope: !4)
!6 = !DILocation(line: 1, scope: !4)
!7 = !DILocation(line: 2, column: 3, scope: !4)
!8 = !DILabel(scope: !4, name: "l", file: null, line: 2)
"#;

struct Read {
    source: String,
    module: Module,
    spans: Spans,
}

impl Read {
    fn new(source: &str) -> Read {
        let options = ReadOptions { spans: true, ..ReadOptions::default() };
        let outcome = read(&Context::new(), "m", source.as_bytes(), &options).unwrap_or_else(|e| panic!("{e:?}"));
        Read { source: source.into(), module: outcome.module, spans: outcome.spans.unwrap() }
    }

    fn text(&self, span: Option<Range<usize>>) -> &str {
        span.map_or("nowhere", |span| &self.source[span])
    }

    fn global(&self, name: &str) -> Global {
        self.module.global_named(name.as_bytes()).unwrap()
    }

    fn inst(&self, index: usize) -> Inst {
        let body = self.module.body(self.global("f")).unwrap();
        body.blocks().flat_map(|b| body.insts(b)).nth(index).unwrap()
    }

    fn node(&self, m: Metadata) -> &str {
        self.text(self.spans.metadata(m))
    }
}

/// The text as writers give it, and in a way in which it must be read by tokens.
fn both(test: impl Fn(Read)) {
    test(Read::new(SOURCE));
    test(Read::new(&SOURCE.replace("!other = !{}", "@w = global i32 0 !other = !{}")));
}

#[test]
fn globals_and_what_belongs_to_them() {
    both(|r| {
        let (f, g, v) = (r.global("f"), r.global("g"), r.global("v"));
        assert_eq!(r.text(r.spans.global(v)), "@v = global i32 0, comdat($c), !dbg !7, !foo !{i32 7}");
        assert_eq!(r.text(r.spans.global(f)), "define i32 @f(i32 noundef %x, i32) #1");
        assert_eq!(r.text(r.spans.argument(f, 0)), "i32 noundef %x");
        assert_eq!(r.text(r.spans.argument(f, 1)), "i32");
        assert_eq!(r.text(r.spans.argument(f, 2)), "nowhere");
        assert_eq!(r.text(r.spans.argument(g, 0)), "metadata");
        assert_eq!(r.text(r.spans.argument(g, 1)), "i32 noundef");
        assert_eq!(r.text(r.spans.comdat(r.module[v].comdat.unwrap())), "$c = comdat any");
        let set = r.module.context().attribute_list(r.module.function(f).unwrap().attributes).function;
        assert_eq!(r.text(r.spans.attribute_group(set)), "attributes #1 = { nounwind }");
        assert_eq!(r.text(r.spans.named_metadata(b"named")), "!named = !{!1, !2}");
        assert_eq!(r.text(r.spans.named_metadata(b"other")), "!other = !{}");
        assert_eq!(r.text(r.spans.named_metadata(b"none")), "nowhere");
    });
}

#[test]
fn blocks_instructions_and_debug_records() {
    both(|r| {
        let f = r.global("f");
        let body = r.module.body(f).unwrap();
        let blocks: Vec<_> = body.blocks().collect();
        let entry = r.spans.block(f, blocks[0]).unwrap();
        assert!(entry.is_empty() && r.source[entry.start..].starts_with("br label"));
        assert_eq!(r.text(r.spans.block(f, blocks[1])), "b:");
        let operands = |i| r.spans.operands(f, r.inst(i)).iter().map(|s| &r.source[s.clone()]).collect::<Vec<_>>();
        assert_eq!(operands(1), ["i32 %x", "%x"]);
        assert_eq!(operands(2), ["!{!1}", "%x"]);
        assert_eq!(operands(3), ["%x", "1"]);
        assert_eq!(r.text(r.spans.inst(f, r.inst(1))), "call void @g(metadata i32 %x, i32 %x), !dbg !6");
        let record = |inst, index| r.text(r.spans.debug_record(f, r.inst(inst), index));
        assert_eq!(record(1, 0), "#dbg_value(i32 %x, !5, !DIExpression(), !6)");
        assert_eq!(record(1, 1), "#dbg_label(!8, !6)");
        assert_eq!(record(1, 2), "nowhere");
        assert_eq!(record(2, 0), "nowhere");
    });
}

#[test]
fn metadata_nodes() {
    both(|r| {
        let named = &r.module.named_metadata()[1].operands;
        assert_eq!(r.node(named[0]), "!1 = !{!\"a\", !{!\"inline\"}}");
        assert_eq!(r.node(named[1]), "!2 = distinct !{ }");
        let inner = Metadata::from_word(r.module.metadata().node(named[0].as_node().unwrap()).words[1]).unwrap();
        assert_eq!(r.node(inner), "!{!\"inline\"}");
        let attached: Vec<_> = r.module[r.global("v")].metadata.iter().map(|&(_, m)| r.node(m)).collect();
        assert_eq!(attached, ["!7 = !DILocation(line: 2, column: 3, scope: !4)", "!{i32 7}"]);
        let body = r.module.body(r.global("f")).unwrap();
        let operands: Vec<_> = body.debug_records(r.inst(1)).next().unwrap().operands().map(|m| r.node(m)).collect();
        assert_eq!(
            operands[1..],
            [
                "!5 = !DILocalVariable(name: \"x\", scope: !4)",
                "!DIExpression()",
                "!6 = !DILocation(line: 1, scope: !4)"
            ]
        );
        let subprogram = r.module.metadata().node(
            body.debug_loc(r.inst(1))
                .and_then(|m| r.module.metadata().node(m.as_node()?).get_ref(2)?.as_node())
                .unwrap(),
        );
        let mut refs = Vec::new();
        subprogram.for_each_ref(|m| refs.push(r.node(m)));
        assert!(refs.contains(&"!DIFile(filename: \"a\", directory: \"b\")"));
    });
}

#[test]
fn nothing_is_kept_unasked() {
    let outcome =
        read(&Context::new(), "m", SOURCE.as_bytes(), &ReadOptions::default()).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(outcome.spans.is_none());
}
