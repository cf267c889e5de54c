//! Normalization of triples, as in LLVM's tools.

use super::{
    Arch, Environment, ObjectFormat, Os, Vendor, Version, begins_with_name, named, object_format_at_end, parse_arch,
};

/// The number of components: architecture, vendor, operating system and environment.
const PLACES: usize = 4;

/// The normalized triple: each component in its position, `unknown` for missing components, and current names for renamed ones,
/// as LLVM's tools compute it from `-mtriple`.
///
/// ```
/// use lindworm_ir::triple::normalize;
/// assert_eq!(normalize(b"x86_64-linux-gnu"), b"x86_64-unknown-linux-gnu");
/// assert_eq!(normalize(b"x86_64-pc-win32"), b"x86_64-pc-windows-msvc");
/// ```
pub fn normalize(triple: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = triple.split(|&b| b == b'-').collect();
    // A component in its position stays, even if it would be valid elsewhere too.
    let mut settled: [bool; PLACES] = std::array::from_fn(|place| parts.get(place).is_some_and(|p| fits(p, place)));
    let mut format = parts.get(PLACES).map_or(ObjectFormat::Unknown, |p| object_format_at_end(p));

    for place in 0..PLACES {
        if settled[place] {
            continue;
        }
        let found = parts.iter().enumerate().find(|&(index, part)| {
            settled.get(index) != Some(&true)
                && match place {
                    _ if fits(part, place) => true,
                    2 => is_cygwin(part) || part.starts_with(b"mingw"),
                    3 => {
                        format = object_format_at_end(part);
                        format != ObjectFormat::Unknown
                    }
                    _ => false,
                }
        });
        if let Some((index, _)) = found {
            move_part(&mut parts, &settled, index, place);
            settled[place] = true;
        }
    }

    // Between an architecture and an environment, `none` is an operating system.
    if settled == [true, false, false, true] && parts[1] == b"none" && parts[2].is_empty() {
        parts.swap(1, 2);
    }
    let said = std::array::from_fn(|place| if settled[place] { parts[place] } else { b"" });
    let parts = parts.iter().map(|p| if p.is_empty() { b"unknown".to_vec() } else { p.to_vec() }).collect();
    rename(parts, said, format).join(&b'-')
}

/// Whether a component is valid in the position.
fn fits(part: &[u8], place: usize) -> bool {
    match place {
        0 => parse_arch(part).0 != Arch::Unknown,
        1 => named(Vendor::NAMES, part).is_some(),
        2 => begins_with_name(Os::NAMES, part).is_some(),
        _ => begins_with_name(Environment::NAMES, part).is_some(),
    }
}

fn is_cygwin(os: &[u8]) -> bool {
    os.starts_with(b"cygwin") || os.starts_with(b"msys")
}

/// Moves a component to its position. Displaced components move right, past settled ones, into the first gap.
fn move_part<'a>(parts: &mut Vec<&'a [u8]>, settled: &[bool; PLACES], mut index: usize, place: usize) {
    let next_free = |mut i: usize| {
        while settled.get(i) == Some(&true) {
            i += 1;
        }
        i
    };
    let insert = |mut part: &'a [u8], mut at: usize, parts: &mut Vec<&'a [u8]>| {
        while let Some(there) = parts.get_mut(at) {
            std::mem::swap(&mut part, there);
            if part.is_empty() {
                return;
            }
            at = next_free(at + 1);
        }
        parts.push(part);
    };
    if place < index {
        let part = std::mem::take(&mut parts[index]);
        insert(part, place, parts);
    }
    while index < place {
        insert(b"", index, parts);
        index = next_free(index + 1);
    }
}

/// Replaces names of systems and environments by current ones. `said` has the component found for each position.
fn rename(mut parts: Vec<Vec<u8>>, said: [&[u8]; PLACES], format: ObjectFormat) -> Vec<Vec<u8>> {
    let [_, vendor, system, environment] = said;
    let os = begins_with_name(Os::NAMES, system).map_or(Os::Unknown, |(os, _)| os);
    let kind = begins_with_name(Environment::NAMES, environment).map_or(Environment::Unknown, |(e, _)| e);
    if kind == Environment::Android
        && let Some(version) = environment.strip_prefix(b"androideabi")
    {
        parts[3] = [b"android", version].concat();
    }
    // For SUSE, the default is the hard-float ABI.
    if vendor == b"suse" && kind == Environment::GnuEabi {
        parts[3] = b"gnueabihf".to_vec();
    }

    let windows_environment: Option<&[u8]> = match os {
        Os::Windows if kind == Environment::Unknown => Some(b"msvc"),
        Os::Windows => Some(&parts[3]),
        _ if system.starts_with(b"mingw") => Some(b"gnu"),
        _ if is_cygwin(system) => Some(b"cygnus"),
        _ => None,
    };
    if let Some(environment) = windows_environment {
        let mut windows = vec![parts[0].clone(), parts[1].clone(), b"windows".to_vec(), environment.to_vec()];
        if !matches!(format, ObjectFormat::Unknown | ObjectFormat::Coff)
            && let Some((name, _)) = ObjectFormat::NAMES.iter().find(|(_, f)| *f == format)
        {
            // In the position of a missing environment.
            windows.truncate(if os == Os::Windows && kind == Environment::Unknown { 3 } else { 4 });
            windows.push(name.as_bytes().to_vec());
        }
        parts = windows;
    }

    if parts[0] == b"dxil" {
        parts.truncate(PLACES);
        if let Some(model) = system.strip_prefix(b"shadermodel") {
            parts[0] = format!("dxilv1.{}", dxil_minor(model)).into_bytes();
        }
    }
    parts
}

/// The minor DXIL version of a shader model: that of the model from 6.0 on.
fn dxil_minor(shader_model: &[u8]) -> u32 {
    match Version::parse(shader_model) {
        _ if shader_model == b"6.x" => 9,
        Version { major: 6, minor, .. } if minor <= 9 => minor,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(triple: &str, normal: &str) {
        assert_eq!(String::from_utf8(normalize(triple.as_bytes())).unwrap(), normal, "{triple}");
    }

    // The output of `opt -S -mtriple=...` of LLVM 22.
    #[test]
    fn parts_go_where_they_belong() {
        is("", "unknown");
        is("x86_64", "x86_64");
        is("foo-bar", "foo-bar");
        is("linux-x86_64", "x86_64-unknown-linux");
        is("x86_64-linux-gnu", "x86_64-unknown-linux-gnu");
        is("x86_64-gnu", "x86_64-unknown-unknown-gnu");
        is("arm-none-eabi", "arm-unknown-none-eabi");
        is("pc", "unknown-pc");
        is("a-b-i386", "i386-a-b");
        is("x86_64-apple-darwin-macho", "x86_64-apple-darwin-macho");
    }

    #[test]
    fn old_names_become_todays() {
        is("x86_64-pc-win32", "x86_64-pc-windows-msvc");
        is("x86_64-pc-win32-macho", "x86_64-pc-windows-macho");
        is("x86_64-pc-windows-gnu-elf", "x86_64-pc-windows-gnu-elf");
        is("i686-mingw32", "i686-unknown-windows-gnu");
        is("i686-msys", "i686-unknown-windows-cygnus");
        is("arm-linux-androideabi21", "arm-unknown-linux-android21");
        is("armv7-suse-linux-gnueabi", "armv7-suse-linux-gnueabihf");
        is("dxil-pc-shadermodel6.3-pixel", "dxilv1.3-pc-shadermodel6.3-pixel");
        is("dxil-pc-shadermodel6.x-pixel-elf", "dxilv1.9-pc-shadermodel6.x-pixel");
    }
}
