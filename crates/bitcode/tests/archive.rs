//! Archives, as the tools of several systems make them.

use lindworm_bitcode::archive::{Member, is_archive, members};

fn member(name: &str, contents: &[u8]) -> Vec<u8> {
    let mut member = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, contents.len()).into_bytes();
    member.extend_from_slice(contents);
    if contents.len() % 2 == 1 {
        member.push(b'\n');
    }
    member
}

fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    parts.iter().for_each(|(name, contents)| archive.extend(member(name, contents)));
    archive
}

/// Names and contents, each of which must stand where the member says.
fn listed(archive: &[u8]) -> Vec<(String, String)> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let show = |Member { name, data, offset }: Member<'_>| {
        assert!(archive[offset as usize..].starts_with(data));
        (text(&name), text(data))
    };
    members(archive).unwrap().into_iter().map(show).collect()
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|&(a, b)| (a.into(), b.into())).collect()
}

#[test]
fn that_of_gnu() {
    let names = b"a_name_that_is_longer_than_it_may_be.o/\nanother one.o/\n";
    let archive = archive(&[
        ("/", b"\0\0\0\0"),
        ("//", names),
        ("/0", b"first"),
        ("b.o/", b"second"),
        ("/40", b""),
        ("/SYM64/", b"x"),
    ]);
    assert!(is_archive(&archive));
    let expected = [("a_name_that_is_longer_than_it_may_be.o", "first"), ("b.o", "second"), ("another one.o", "")];
    assert_eq!(listed(&archive), pairs(&expected));
}

#[test]
fn that_of_bsd() {
    let archive = archive(&[
        ("#1/20", b"__.SYMDEF SORTED\0\0\0\0symbols"),
        ("#1/8", b"long.o\0\0contents"),
        ("short.o", b"more"),
    ]);
    assert_eq!(listed(&archive), pairs(&[("long.o", "contents"), ("short.o", "more")]));
}

#[test]
fn that_of_windows() {
    let archive = archive(&[("/", b"1"), ("/", b"2"), ("//", b"dir/one.obj\0two.obj\0"), ("/0", b"a"), ("/12", b"b")]);
    assert_eq!(listed(&archive), pairs(&[("dir/one.obj", "a"), ("two.obj", "b")]));
}

#[test]
fn what_is_wrong_and_where() {
    let said = |archive: &[u8]| members(archive).map_err(|e| (e.message, e.bit / 8)).unwrap_err();
    assert_eq!(said(b"!<thin>\n"), ("thin archive: its files are not in it".into(), 0));
    assert_eq!(said(b"text"), ("not an archive".into(), 0));
    let good = archive(&[("a.o/", b"contents")]);
    assert_eq!(said(&good[..40]), ("truncated header of a member".into(), 8));
    assert_eq!(said(&good[..70]), ("member goes on past the end of the archive".into(), 56));
    assert_eq!(said(&archive(&[("/7", b"x")])), ("name of a member is not in the table of names".into(), 8));
    assert_eq!(said(&archive(&[("#1/9", b"x")])), ("name of a member goes on past its end".into(), 8));
    let mut bad = good.clone();
    bad[8 + 48] = b'-';
    assert_eq!(said(&bad), ("size of a member is not a number".into(), 56));
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 0x40;
        let _ = members(&bad);
    }
}
