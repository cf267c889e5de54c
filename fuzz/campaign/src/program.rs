//! Programs from a grammar: functions with loops, memory, calls of library functions and intrinsics, atomics, vectors, wide
//! integers. Nearly all are valid.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use lindworm::ir::IrVersion;
use lindworm::ir::intrinsics::{AttributePlace, Descriptor, IntrinsicAttribute, IntrinsicId, OverloadKind};
use lindworm::text::type_to_string;
use lindworm::{Context, Type, TypeKind};

use crate::random::Random;

/// Whose intrinsics they call.
const VERSION: IrVersion = IrVersion::V22;

/// What programs are made of.
pub struct Grammar {
    cx: Context,
    texts: HashMap<Type, String>,
    ints: Vec<Type>,
    floats: Vec<Type>,
    /// Everything that a register can be, scalars many times.
    values: Vec<Type>,
    /// What memory can hold besides.
    aggregates: Vec<Type>,
    intrinsics: Vec<Intrinsic>,
    library: Vec<Function>,
}

struct Intrinsic {
    name: String,
    result: Type,
    params: Vec<Type>,
    is_variadic: bool,
    /// By the bits of their numbers, the arguments that must be constants.
    immediate: u64,
}

struct Function {
    name: &'static str,
    result: Type,
    params: Vec<Type>,
    is_variadic: bool,
}

/// Library functions with their types: the result, then the parameters; `p` is a pointer, `i` and `l` integers of 32 and 64 bits,
/// `d` and `f` floats, `v` nothing, `.` anything more.
const LIBRARY: &str = "memcpy:pppl memmove:pppl memset:ppil memcmp:ippl memchr:ppil memrchr:ppil memmem:pplpl memccpy:pppil \
    mempcpy:pppl bcmp:ippl bzero:vpl strlen:lp strnlen:lpl strcpy:ppp strncpy:pppl stpcpy:ppp strcat:ppp strncat:pppl \
    strcmp:ipp strncmp:ippl strcasecmp:ipp strchr:ppi strrchr:ppi strstr:ppp strspn:lpp strcspn:lpp strpbrk:ppp strtok:ppp \
    strtok_r:pppp strsep:ppp strdup:pp strndup:ppl strtol:lppi strtoul:lppi strtoll:lppi strtod:dpp strtof:fpp atoi:ip \
    atol:lp atof:dp strerror:pi strcoll:ipp strxfrm:lppl strlcpy:lppl strlcat:lppl strverscmp:ipp ffs:ii ffsll:il \
    malloc:pl calloc:pll realloc:ppl free:vp aligned_alloc:pll posix_memalign:ipll memalign:pll malloc_usable_size:lp \
    reallocarray:ppll alloca:pl abs:ii labs:ll div:li rand:i srand:vi random:l srandom:vi rand_r:ip drand48:d lrand48:l \
    qsort:vpllp bsearch:ppplp lfind:ppplp lsearch:ppplp qsort_r:vpllpp puts:ip putchar:ii printf:ip. sprintf:ipp. \
    snprintf:iplp. dprintf:iip. sscanf:ipp. vprintf:ipp vsnprintf:iplpp fprintf:ipp. fopen:ppp fclose:ip fread:lpllp \
    fwrite:lpllp fgets:ppip fputs:ipp fgetc:ip fputc:iip ungetc:iip fseek:ipli ftell:lp rewind:vp feof:ip ferror:ip \
    fflush:ip fileno:ip setvbuf:ippil tmpfile:p getline:lppp getdelim:lppip open_memstream:ppp fmemopen:pplp remove:ip \
    rename:ipp unlink:ip mkdir:ii rmdir:ip chdir:ip getcwd:ppl open:ipi. close:ii read:lipl write:lipl lseek:lili \
    dup:ii dup2:iii pipe:ip stat:ipp fstat:iip ftruncate:iil truncate:ipl mmap:pliiiil munmap:ipl mprotect:ipli \
    mremap:pllli. getenv:pp setenv:ippi unsetenv:ip putenv:ip clearenv:i getpid:i getppid:i time:lp clock:l \
    clock_gettime:iip gettimeofday:ipp nanosleep:ipp sleep:ii usleep:ii gmtime:pp localtime:pp gmtime_r:ppp mktime:lp \
    timegm:lp strftime:lplpp strptime:pppp asctime:pp ctime:pp difftime:dll exit:vi _exit:vi abort:v atexit:ip \
    __cxa_atexit:ippp on_exit:ipp raise:ii signal:pip sigaction:iipp kill:iii setjmp:ip longjmp:vpi sin:dd cos:dd tan:dd \
    sqrt:dd pow:ddd exp:dd exp2:dd log:dd log2:dd log10:dd floor:dd ceil:dd round:dd rint:dd trunc:dd nearbyint:dd \
    lround:ld lrint:ld fmod:ddd remainder:ddd fma:dddd hypot:ddd cbrt:dd atan2:ddd asin:dd acos:dd sinh:dd tgamma:dd \
    lgamma:dd erf:dd ldexp:ddi scalbn:ddi frexp:ddp modf:ddp ilogb:id logb:dd nextafter:ddd copysign:ddd fabs:dd \
    fmin:ddd fmax:ddd fdim:ddd remquo:dddp sinf:ff sqrtf:ff powf:fff floorf:ff fmodf:fff isnan:id finite:id nan:dp \
    fesetround:ii fegetround:i feclearexcept:ii fetestexcept:ii feraiseexcept:ii isalpha:ii isdigit:ii toupper:ii \
    tolower:ii isspace:ii wcslen:lp wcscpy:ppp wcscmp:ipp wmemcpy:pppl mbstowcs:lppl wcstombs:lppl mbrtowc:lpplp \
    wcrtomb:lpip btowc:ii wctob:ii towupper:ii iswalpha:ii setlocale:pip localeconv:p nl_langinfo:pi getopt:iipp \
    getopt_long:iipppp pthread_create:ipppp pthread_join:ilp pthread_self:l pthread_exit:vp pthread_mutex_init:ipp \
    pthread_mutex_lock:ip pthread_mutex_unlock:ip pthread_mutex_trylock:ip pthread_mutex_destroy:ip pthread_cond_init:ipp \
    pthread_cond_wait:ipp pthread_cond_signal:ip pthread_cond_broadcast:ip pthread_key_create:ipp pthread_setspecific:iip \
    pthread_getspecific:pi pthread_once:ipp pthread_rwlock_rdlock:ip pthread_rwlock_wrlock:ip pthread_rwlock_unlock:ip \
    pthread_barrier_init:ippi pthread_barrier_wait:ip pthread_spin_lock:ip pthread_detach:il pthread_cancel:il \
    pthread_cleanup_push:vpp sem_init:ipii sem_wait:ip sem_post:ip sem_trywait:ip sched_yield:i thrd_create:ippp \
    thrd_join:ilp mtx_init:ipi mtx_lock:ip cnd_signal:ip tss_create:ipp tss_set:iip tss_get:pi call_once:vpp _Znwm:pl \
    _Znam:pl _ZdlPv:vp _ZdaPv:vp _ZdlPvm:vpl _ZnwmSt11align_val_t:pll __cxa_allocate_exception:pl \
    __cxa_throw:vppp __cxa_free_exception:vp __cxa_begin_catch:pp __cxa_end_catch:v __cxa_rethrow:v \
    __cxa_guard_acquire:ip __cxa_guard_release:vp __cxa_pure_virtual:v _ZSt9terminatev:v __errno_location:p \
    __memcpy_chk:pppll __strcpy_chk:pppl __sprintf_chk:ipilp. __assert_fail:vppip __stack_chk_fail:v syscall:ll. \
    getauxval:ll sysconf:li getpagesize:i uname:ip gethostname:ipl getuid:i isatty:ii ioctl:iil. fcntl:iii. poll:ipli \
    select:iippppp environ:p perror:vp err:vip. warn:vp. hcreate:il hsearch:ppi tsearch:pppp tfind:pppp tdelete:pppp \
    twalk:vpp insque:vpp remque:vp basename:pp dirname:pp realpath:ppp glob:ipipp fnmatch:ippi wordexp:ippi regcomp:ippi \
    regexec:ipplpi iconv_open:ppp ecvt:pdipp gcvt:pdip swab:vppl a64l:lp l64a:pl crypt:ppp ether_aton:pp inet_addr:ip \
    htonl:ii htons:ii bswap_32:ii quick_exit:vi at_quick_exit:ip wait:ip fork:i execve:ippp system:ip popen:ppp \
    opendir:pp readdir:pp closedir:ip access:ipi chmod:ipi link:ipp symlink:ipp readlink:lppl utime:ipp \
    __tls_get_addr:pp dl_iterate_phdr:ipp dlopen:ppi dlsym:ppp backtrace:ipi _Unwind_Backtrace:ipp \
    _Unwind_RaiseException:ip _Unwind_Resume:vp __gxx_personality_v0:i. atan:dd log1p:dd expm1:dd asinh:dd";

impl Grammar {
    pub fn new() -> Grammar {
        let cx = Context::new();
        let int = |bits| cx.int(bits);
        let ints: Vec<Type> =
            [1, 8, 16, 32, 64, 32, 64, 8, 7, 13, 24, 33, 48, 63, 65, 128, 129, 200, 256, 1000].map(int).into();
        let floats = vec![
            Type::FLOAT,
            Type::DOUBLE,
            Type::FLOAT,
            Type::DOUBLE,
            Type::HALF,
            Type::BFLOAT,
            Type::X86_FP80,
            Type::FP128,
            Type::PPC_FP128,
        ];
        let mut values = Vec::new();
        values.extend(std::iter::repeat_n(Type::I32, 10));
        values.extend(std::iter::repeat_n(Type::I64, 8));
        values.extend(std::iter::repeat_n(cx.ptr(0), 10));
        values.extend_from_slice(&ints);
        values.extend_from_slice(&floats);
        values.extend([1, 2].map(|space| cx.ptr(space)));
        for (element, len) in [
            (int(32), 4),
            (int(8), 4),
            (int(8), 8),
            (int(8), 16),
            (int(16), 2),
            (int(16), 4),
            (int(64), 2),
            (int(1), 4),
            (int(1), 8),
            (int(1), 16),
            (int(32), 2),
            (int(32), 1),
            (int(128), 2),
            (int(7), 3),
            (int(33), 3),
            (Type::FLOAT, 4),
            (Type::DOUBLE, 2),
            (Type::HALF, 4),
            (Type::FLOAT, 2),
            (Type::X86_FP80, 2),
            (cx.ptr(0), 2),
            (cx.ptr(0), 4),
        ] {
            values.push(cx.vector(element, len, false));
        }
        for (element, len) in [(int(32), 4), (int(8), 2), (int(1), 4), (Type::FLOAT, 4), (cx.ptr(0), 2)] {
            values.push(cx.vector(element, len, true));
        }
        let aggregates = vec![
            cx.array(int(8), 16),
            cx.array(int(32), 4),
            cx.array(int(64), 3),
            cx.array(cx.ptr(0), 2),
            cx.array(int(7), 5),
            cx.struct_type(&[int(8), int(32)], false),
            cx.struct_type(&[int(8), int(64)], true),
            cx.struct_type(&[cx.ptr(0), int(32)], false),
            cx.struct_type(&[int(32), int(1)], false),
            cx.struct_type(&[cx.array(int(16), 3), cx.vector(int(8), 4, false), Type::DOUBLE], false),
            cx.struct_type(&[], false),
            cx.array(int(8), 0),
            cx.array(cx.struct_type(&[int(1), Type::FLOAT], false), 2),
            cx.struct_type(&[Type::X86_FP80, int(65)], false),
        ];
        let mut grammar = Grammar {
            cx: cx.clone(),
            texts: HashMap::new(),
            ints,
            floats,
            values,
            aggregates,
            intrinsics: Vec::new(),
            library: Vec::new(),
        };
        grammar.add_library();
        grammar.add_intrinsics();
        let mut types: Vec<Type> = [&grammar.ints, &grammar.floats, &grammar.values, &grammar.aggregates]
            .into_iter()
            .flatten()
            .copied()
            .collect();
        for intrinsic in &grammar.intrinsics {
            types.push(intrinsic.result);
            types.extend_from_slice(&intrinsic.params);
        }
        types.extend(cx.all_types());
        for ty in types {
            grammar.texts.entry(ty).or_insert_with(|| type_to_string(&cx, ty));
        }
        grammar
    }

    fn add_library(&mut self) {
        for entry in LIBRARY.split_ascii_whitespace() {
            let Some((name, types)) = entry.split_once(':') else { continue };
            let is_variadic = types.ends_with('.');
            let mut types = types.trim_end_matches('.').bytes().map(|b| match b {
                b'p' => Type::PTR,
                b'i' => Type::I32,
                b'l' => Type::I64,
                b'd' => Type::DOUBLE,
                b'f' => Type::FLOAT,
                _ => Type::VOID,
            });
            let result = types.next().unwrap_or(Type::VOID);
            self.library.push(Function { name, result, params: types.collect(), is_variadic });
        }
    }

    /// Every intrinsic that belongs to no target, in some of its overloads, and some of those of targets.
    fn add_intrinsics(&mut self) {
        let random = &mut Random::of_mutant(0, 0);
        for id in IntrinsicId::all() {
            if !id.is_in(VERSION) || id.target().is_some() && !random.once_in(100) {
                continue;
            }
            for _ in 0..if id.is_overloaded(VERSION) { 6 } else { 1 } {
                self.intrinsics.extend(self.overload(id, random));
            }
        }
    }

    fn overload(&self, id: IntrinsicId, random: &mut Random) -> Option<Intrinsic> {
        let cx = &self.cx;
        let vectors: Vec<Type> = self.values.iter().copied().filter(|&ty| cx.is_vector(ty)).collect();
        let mut overloads = Vec::new();
        for descriptor in id.signature(VERSION) {
            let (index, kind) = match descriptor {
                Descriptor::Overload { index, kind } => (index, kind),
                Descriptor::PointersLike { index, .. } => (index, OverloadKind::Vector),
                _ => continue,
            };
            if usize::from(index) < overloads.len() || kind == OverloadKind::Same {
                continue;
            }
            let like = |ty: Type| match kind {
                OverloadKind::Int => cx.is_int_or_int_vector(ty),
                OverloadKind::Float => cx.is_float_or_float_vector(ty),
                OverloadKind::Pointer => cx.is_pointer(ty),
                _ => true,
            };
            let mut ty = match kind {
                OverloadKind::Vector => *random.pick(&vectors),
                _ => (0..64).map(|_| *random.pick(&self.values)).find(|&ty| like(ty))?,
            };
            if let (Descriptor::PointersLike { like, .. }, true) = (descriptor, !overloads.is_empty()) {
                ty = cx.with_scalar(*overloads.get(usize::from(like)).unwrap_or(&ty), Type::PTR);
            }
            overloads.push(ty);
        }
        let function = id.function_type(VERSION, cx, &overloads)?;
        let matched = id.match_signature(VERSION, cx, function).ok()?;
        let name = String::from_utf8(id.mangled_name(cx, &matched)?.name).ok()?;
        let (result, params, is_variadic) = cx.function_parts(function)?;
        let mut immediate = 0;
        for (place, attribute) in id.attributes(VERSION) {
            if let (AttributePlace::Argument(i), IntrinsicAttribute::Flag("immarg")) = (place, attribute) {
                immediate |= 1 << i;
            }
        }
        let usable = |&ty: &Type| {
            cx.is_first_class(ty) && !matches!(cx.kind(ty), TypeKind::Token | TypeKind::X86Amx | TypeKind::Label)
        };
        let fits = params.iter().all(usable) && (result == Type::VOID || usable(&result));
        fits.then(|| Intrinsic { name, result, params: params.to_vec(), is_variadic, immediate })
    }

    fn text(&self, ty: Type) -> &str {
        self.texts.get(&ty).map_or("i32", |t| t)
    }

    /// A program.
    pub fn program(&self, random: &mut Random) -> String {
        let mut program = Program {
            grammar: self,
            random,
            out: String::with_capacity(2048),
            declarations: BTreeMap::new(),
            values: Vec::new(),
            next: 0,
            functions: Vec::new(),
            globals: 0,
            block: String::new(),
            budget: 0,
            depth: 0,
        };
        program.module();
        let mut out = program.out;
        for declaration in program.declarations.values() {
            out.push_str(declaration);
        }
        out
    }
}

const LAYOUTS: &[&str] = &[
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    "E-m:e-i64:64-n32:64",
    "e-p:32:32-n32",
    "e-p:64:64-p1:32:32-p2:128:128-ni:2",
    "E-p:32:32-f64:32:64-v128:64",
    "e-p:128:128",
    "e-A5-G1-P0",
    "e-i32:8-i64:16",
];

const STRINGS: &[&str] = &[
    "%d %s\\0A\\00",
    "hello world\\00",
    "%5.3f|%-10s|%x\\00",
    "12 34.5 abc\\00",
    "/tmp/a\\00",
    "a,b;c\\00",
    "r\\00",
    "w+\\00",
    "%lf%n\\00",
    "%*.*d\\00",
    "%[a-z]%c\\00",
    "\\00",
    "%Lf %a %g\\00",
    "\\FF\\FE\\00",
    "%2$d %1$d\\00",
    "0x1p-1074\\00",
    "PATH=x\\00",
    "%hhd%lc%ls\\00",
    "no end",
    "%1000000d\\00",
    "%.500f\\00",
    "%Y-%m-%d\\00",
];

/// A program that is being written.
struct Program<'g, 'r> {
    grammar: &'g Grammar,
    random: &'r mut Random,
    out: String,
    /// By name.
    declarations: BTreeMap<String, String>,
    /// What is there at this place of the function: types and numbers of names.
    values: Vec<(Type, u32)>,
    next: u32,
    functions: Vec<(Type, Vec<Type>)>,
    globals: u32,
    /// The block that is being written, for phis.
    block: String,
    /// How many statements there may still be.
    budget: usize,
    depth: u32,
}

macro_rules! put {
    ($p:expr, $($arg:tt)*) => {
        // Writing to a string does not fail.
        { let _ = write!($p.out, $($arg)*); }
    };
}

impl Program<'_, '_> {
    fn module(&mut self) {
        if self.random.once_in(3) {
            let layout = self.random.pick(LAYOUTS);
            put!(self, "target datalayout = \"{layout}\"\n");
        }
        for i in 0..1 + self.random.below(2) {
            let string = self.random.pick(STRINGS);
            let len = string.len() - 2 * string.matches('\\').count();
            put!(self, "@s{i} = global [{len} x i8] c\"{string}\"\n");
        }
        for _ in 0..self.random.below(3) {
            let ty = self.memory_type();
            let kind = *self.random.pick(&["global", "global", "constant", "thread_local global", "internal global"]);
            let text = self.grammar.text(ty).to_owned();
            let number = self.globals;
            put!(self, "@g{number} = {kind} {text} ");
            self.constant(ty, 0);
            put!(self, "\n");
            self.globals += 1;
        }
        // Nearly all are small: more of them say more.
        let size = if self.random.once_in(16) { 3 } else { 1 };
        for _ in 0..self.random.below(1 + size) {
            self.function(size);
        }
        self.main(size);
    }

    fn value_type(&mut self) -> Type {
        *self.random.pick(&self.grammar.values)
    }

    fn memory_type(&mut self) -> Type {
        let fixed = |p: &Self, ty| !p.grammar.cx.contains_scalable_vector(ty);
        match self.random.once_in(3) {
            true => *self.random.pick(&self.grammar.aggregates),
            false => {
                let ty = self.value_type();
                if fixed(self, ty) { ty } else { Type::I32 }
            }
        }
    }

    fn function(&mut self, size: usize) {
        let number = self.functions.len();
        let result = if self.random.once_in(4) { Type::VOID } else { self.value_type() };
        let params: Vec<Type> = (0..self.random.below(4)).map(|_| self.value_type()).collect();
        put!(self, "define {} @f{number}(", self.grammar.text(result));
        self.values.clear();
        self.next = 0;
        for (i, &ty) in params.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let name = self.fresh(ty);
            let attribute = match (ty == Type::PTR, self.random.below(12)) {
                (true, 0) => " noalias",
                (true, 1) => " nonnull",
                (true, 2) => " readonly",
                (true, 3) => " byval(i64)",
                (true, 4) => " dereferenceable(8)",
                (_, 5) => " noundef",
                _ => "",
            };
            put!(self, "{comma}{}{attribute} %v{name}", self.grammar.text(ty));
        }
        let attributes = *self.random.pick(&[
            "",
            "",
            "",
            " nounwind",
            " memory(argmem: readwrite)",
            " mustprogress",
            " willreturn",
            " personality ptr @__gxx_personality_v0",
        ]);
        if attributes.contains("personality") {
            self.declare("__gxx_personality_v0", Type::I32, &[], true);
        }
        put!(self, "){attributes} {{\n");
        let budget = size * (2 + self.random.below(5));
        self.body(budget);
        self.end(result);
        put!(self, "}}\n");
        self.functions.push((result, params));
    }

    fn main(&mut self, size: usize) {
        self.values.clear();
        self.next = 0;
        put!(self, "define i32 @main() {{\n");
        let budget = size * (1 + self.random.below(5));
        self.body(budget);
        for number in 0..self.functions.len() {
            self.call_own(number);
        }
        self.end(Type::I32);
        put!(self, "}}\n");
    }

    fn body(&mut self, budget: usize) {
        self.block = "entry".into();
        self.budget = budget;
        self.depth = 0;
        put!(self, "entry:\n");
        for _ in 0..1 + self.random.below(2) {
            self.alloca();
        }
        self.statements();
    }

    fn end(&mut self, result: Type) {
        if result == Type::VOID {
            put!(self, "  ret void\n");
            return;
        }
        put!(self, "  ret ");
        self.typed(result);
        put!(self, "\n");
    }

    fn statements(&mut self) {
        while self.budget > 0 {
            self.budget -= 1;
            self.statement();
            if self.depth > 0 && self.random.once_in(4) {
                return;
            }
        }
    }

    fn fresh(&mut self, ty: Type) -> u32 {
        self.next += 1;
        self.values.push((ty, self.next));
        self.next
    }

    /// A name that is told of only once the instruction is there: its operands must not use it.
    fn result(&mut self, ty: Type) -> Pending {
        self.next += 1;
        put!(self, "  %v{} = ", self.next);
        Pending(ty, self.next)
    }

    fn done(&mut self, result: Pending) {
        put!(self, "\n");
        self.values.push((result.0, result.1));
    }

    fn operand(&mut self, ty: Type) {
        let constant = if self.values.is_empty() { true } else { self.random.once_in(4) };
        if !constant {
            let from = self.random.below(self.values.len());
            let found = self.values[from..].iter().chain(&self.values[..from]).find(|v| v.0 == ty);
            if let Some(&(_, name)) = found {
                put!(self, "%v{name}");
                return;
            }
        }
        self.constant(ty, 0);
    }

    fn typed(&mut self, ty: Type) {
        put!(self, "{} ", self.grammar.text(ty));
        self.operand(ty);
    }

    /// A value that is there, with its type.
    fn any(&mut self) -> Option<(Type, u32)> {
        (!self.values.is_empty()).then(|| self.values[self.random.early(self.values.len())])
    }

    /// A type of those that are there, or any.
    fn known_type(&mut self, fits: impl Fn(&Context, Type) -> bool, otherwise: Type) -> Type {
        for _ in 0..4 {
            if let Some((ty, _)) = self.any()
                && fits(&self.grammar.cx, ty)
            {
                return ty;
            }
        }
        for _ in 0..8 {
            let ty = self.value_type();
            if fits(&self.grammar.cx, ty) {
                return ty;
            }
        }
        otherwise
    }

    fn constant(&mut self, ty: Type, depth: u32) {
        let cx = &self.grammar.cx;
        if self.random.once_in(24) {
            let word = *self.random.pick(&["undef", "poison", "zeroinitializer"]);
            let zero = matches!(cx.kind(ty), TypeKind::Int(_) | TypeKind::Pointer { .. })
                || cx.kind(ty) == &TypeKind::Metadata;
            put!(
                self,
                "{}",
                if zero || cx.scalar_type(ty).is_float() {
                    if word == "zeroinitializer" { "undef" } else { word }
                } else {
                    word
                }
            );
            return;
        }
        match cx.kind(ty) {
            TypeKind::Int(bits) => self.int(*bits, depth),
            TypeKind::Pointer { addr_space: 0 } => self.pointer(depth),
            TypeKind::Pointer { .. } => match self.random.below(4) {
                0 => put!(self, "inttoptr (i64 {} to {})", self.random.interesting() as i64, self.grammar.text(ty)),
                1 => put!(self, "addrspacecast (ptr @s0 to {})", self.grammar.text(ty)),
                _ => put!(self, "null"),
            },
            TypeKind::Vector { scalable: true, element, .. } => match self.random.below(2) {
                0 if cx.is_int(*element) => {
                    put!(self, "splat ({} ", self.grammar.text(*element));
                    self.constant(*element, depth + 1);
                    put!(self, ")");
                }
                _ => put!(self, "zeroinitializer"),
            },
            TypeKind::Vector { element, len, .. } => {
                let (element, len) = (*element, *len);
                if depth < 2 && self.random.once_in(12) && self.bitcast(ty) {
                    return;
                }
                if self.random.once_in(4) {
                    put!(self, "splat ({} ", self.grammar.text(element));
                    self.constant(element, depth + 1);
                    put!(self, ")");
                } else {
                    self.list(['<', '>'], (0..len).map(|_| element), depth);
                }
            }
            TypeKind::Array { element, len } if *len > 8 => {
                let _ = element;
                put!(self, "zeroinitializer")
            }
            TypeKind::Array { element, len } => {
                let (element, len) = (*element, *len);
                self.list(['[', ']'], (0..len).map(|_| element), depth);
            }
            TypeKind::Struct { fields, packed } => {
                let (open, close) = if *packed { ("<{ ", " }>") } else { ("{ ", " }") };
                put!(self, "{open}");
                self.items(fields.clone().into_vec().into_iter(), depth);
                put!(self, "{close}");
            }
            TypeKind::Metadata => {
                let node =
                    *self.random.pick(&["!{}", "!\"x\"", "!\"round.tonearest\"", "!\"fpexcept.strict\"", "!{!\"a\"}"]);
                put!(self, "{node}");
            }
            TypeKind::Half => put!(self, "0xH{:04X}", self.random.interesting() as u16),
            TypeKind::BFloat => put!(self, "0xR{:04X}", self.random.interesting() as u16),
            TypeKind::Float => {
                let bits = match self.random.below(3) {
                    0 => f32::from_bits(self.random.bits() as u32),
                    1 => self.random.below(100) as f32 / 4.0,
                    _ => *self.random.pick(&[0.0, -0.0, 1.0, f32::INFINITY, f32::NAN, f32::MAX, f32::MIN_POSITIVE]),
                };
                put!(self, "0x{:016X}", f64::from(bits).to_bits());
            }
            TypeKind::Double => match self.random.below(3) {
                0 => put!(self, "0x{:016X}", self.random.bits()),
                1 => put!(self, "{:?}", self.random.below(1000) as f64 / 8.0),
                _ => {
                    let value =
                        *self.random.pick(&[0.0, -0.0, 1.0, f64::INFINITY, f64::NAN, f64::MAX, f64::MIN_POSITIVE]);
                    put!(self, "0x{:016X}", value.to_bits());
                }
            },
            TypeKind::X86Fp80 => {
                let hi = *self.random.pick(&[0x3FFF, 0, 0x7FFF, 0x8000, 0x4001, 0x7FFE]);
                let lo = if hi == 0 { 0 } else { 1 << 63 | self.random.interesting() };
                put!(self, "0xK{hi:04X}{lo:016X}");
            }
            TypeKind::Fp128 => put!(self, "0xL{:016X}{:016X}", self.random.interesting(), self.random.bits()),
            TypeKind::PpcFp128 => put!(self, "0xM{:016X}{:016X}", f64::to_bits(self.random.below(99) as f64), 0),
            _ => put!(self, "poison"),
        }
    }

    fn list(&mut self, signs: [char; 2], types: impl Iterator<Item = Type>, depth: u32) {
        put!(self, "{}", signs[0]);
        self.items(types, depth);
        put!(self, "{}", signs[1]);
    }

    fn items(&mut self, types: impl Iterator<Item = Type>, depth: u32) {
        for (i, ty) in types.enumerate() {
            put!(self, "{}{} ", if i > 0 { ", " } else { "" }, self.grammar.text(ty));
            self.constant(ty, depth + 1);
        }
    }

    fn int(&mut self, bits: u32, depth: u32) {
        if depth < 2 && self.random.once_in(14) {
            let ty = self.grammar.text(self.grammar.cx.int(bits)).to_owned();
            match self.random.below(5) {
                0 if bits <= 64 => {
                    put!(self, "ptrtoint (ptr ");
                    self.pointer(depth + 1);
                    put!(self, " to {ty})");
                    return;
                }
                1 | 2 => {
                    let op = *self.random.pick(&["add", "sub", "xor", "add nuw", "sub nsw"]);
                    put!(self, "{op} ({ty} ");
                    self.int(bits, depth + 1);
                    put!(self, ", {ty} ");
                    self.int(bits, depth + 1);
                    put!(self, ")");
                    return;
                }
                3 if bits < 64 => {
                    put!(self, "trunc (i64 ptrtoint (ptr @s0 to i64) to {ty})");
                    return;
                }
                _ => {
                    if self.bitcast(self.grammar.cx.int(bits)) {
                        return;
                    }
                }
            }
        }
        if bits == 1 {
            let word = *self.random.pick(&["true", "false"]);
            put!(self, "{word}");
            return;
        }
        if bits > 64 && self.random.once_in(2) {
            put!(
                self,
                "u0x{:X}{:016X}",
                self.random.bits() >> 1 >> (129u32.saturating_sub(bits)).min(63),
                self.random.bits()
            );
            return;
        }
        let value = self.random.interesting() as i64;
        let shift = 64 - bits.min(64);
        put!(self, "{}", value << shift >> shift);
    }

    /// A constant that is bits of another type.
    fn bitcast(&mut self, ty: Type) -> bool {
        let cx = &self.grammar.cx;
        let bits = |ty| width(cx, ty);
        let Some(wanted) = bits(ty) else { return false };
        for _ in 0..12 {
            let from = self.value_type();
            if from != ty && !cx.is_pointer_or_pointer_vector(from) && bits(from) == Some(wanted) {
                put!(self, "bitcast ({} ", self.grammar.text(from));
                self.constant(from, 2);
                put!(self, " to {})", self.grammar.text(ty));
                return true;
            }
        }
        false
    }

    fn pointer(&mut self, depth: u32) {
        match self.random.below(12) {
            0 => put!(self, "null"),
            1 if depth < 2 => put!(self, "inttoptr (i64 {} to ptr)", self.random.interesting() as i64),
            2 if depth < 2 => {
                let inbounds = *self.random.pick(&["", "inbounds ", "nuw ", "inrange(-4, 8) "]);
                put!(self, "getelementptr {inbounds}(i8, ptr @s0, i64 {})", self.random.interesting() as i64);
            }
            3 if !self.functions.is_empty() => {
                let function = self.random.below(self.functions.len());
                put!(self, "@f{function}");
            }
            4..=7 if self.globals > 0 => put!(self, "@g{}", self.random.below(self.globals as usize)),
            _ => put!(self, "@s0"),
        }
    }

    fn alloca(&mut self) {
        let ty = self.memory_type();
        let result = self.result(Type::PTR);
        put!(self, "alloca {}", self.grammar.text(ty));
        if self.random.once_in(6) {
            put!(self, ", i32 {}", self.random.below(20));
        }
        if self.random.once_in(4) {
            put!(self, ", align {}", 1 << self.random.below(8));
        }
        self.done(result);
    }

    fn statement(&mut self) {
        match self.random.below(34) {
            0..=3 => self.binary(),
            4 | 5 => self.float_operation(),
            6 | 7 => self.compare(),
            8 => self.select(),
            9..=11 => self.cast(),
            12..=14 => self.load(),
            15 | 16 => self.store(),
            17 => self.gep(),
            18 | 19 => self.atomic(),
            20 | 21 => self.vector(),
            22 => self.aggregate(),
            23..=25 => self.intrinsic(),
            26 | 27 => self.library(),
            28 => match self.functions.len() {
                0 => self.alloca(),
                count => {
                    let function = self.random.below(count);
                    self.call_own(function);
                }
            },
            29 if self.depth < 3 => self.branch(),
            30 | 31 if self.depth < 3 => self.looping(),
            32 if self.depth < 3 => self.switch(),
            _ => self.copy(),
        }
    }

    fn binary(&mut self) {
        let ty = self.known_type(|cx, ty| cx.is_int_or_int_vector(ty), Type::I32);
        let op = *self.random.pick(&[
            "add",
            "sub",
            "mul",
            "udiv",
            "sdiv",
            "urem",
            "srem",
            "shl",
            "lshr",
            "ashr",
            "and",
            "or",
            "xor",
            "add nsw",
            "sub nuw",
            "mul nuw nsw",
            "sdiv exact",
            "shl nuw",
            "lshr exact",
            "or disjoint",
        ]);
        let result = self.result(ty);
        put!(self, "{op} ");
        self.typed(ty);
        put!(self, ", ");
        self.operand(ty);
        self.done(result);
    }

    fn float_operation(&mut self) {
        let ty = self.known_type(|cx, ty| cx.is_float_or_float_vector(ty), Type::DOUBLE);
        let result = self.result(ty);
        let fast = *self.random.pick(&["", "", "fast ", "nnan ", "nsz contract "]);
        match self.random.below(6) {
            0 => {
                put!(self, "fneg {fast}");
                self.typed(ty);
            }
            n => {
                put!(self, "{} {fast}", ["fadd", "fsub", "fmul", "fdiv", "frem"][n - 1]);
                self.typed(ty);
                put!(self, ", ");
                self.operand(ty);
            }
        }
        self.done(result);
    }

    fn compare(&mut self) {
        let comparable = |cx: &Context, ty| {
            cx.is_int_or_int_vector(ty) || cx.is_pointer_or_pointer_vector(ty) || cx.is_float_or_float_vector(ty)
        };
        let ty = self.known_type(comparable, Type::I32);
        let cx = &self.grammar.cx;
        let is_float = cx.is_float_or_float_vector(ty);
        let result = self.result(cx.with_scalar(ty, Type::I1));
        let predicate = match is_float {
            true => *self.random.pick(&[
                "fcmp oeq",
                "fcmp olt",
                "fcmp uno",
                "fcmp ueq",
                "fcmp one",
                "fcmp true",
                "fcmp fast oge",
            ]),
            false => *self.random.pick(&[
                "icmp eq",
                "icmp ne",
                "icmp ult",
                "icmp sgt",
                "icmp uge",
                "icmp sle",
                "icmp samesign ult",
            ]),
        };
        let predicate =
            if cx.is_pointer_or_pointer_vector(ty) { predicate.replace("samesign ", "") } else { predicate.into() };
        put!(self, "{predicate} ");
        self.typed(ty);
        put!(self, ", ");
        self.operand(ty);
        self.done(result);
    }

    fn select(&mut self) {
        let ty = self.value_type();
        let result = self.result(ty);
        if self.random.once_in(3) {
            put!(self, "freeze ");
            self.typed(ty);
        } else {
            let condition = match self.grammar.cx.is_vector(ty) && self.random.once_in(2) {
                true => self.grammar.cx.with_scalar(ty, Type::I1),
                false => Type::I1,
            };
            put!(self, "select {} ", self.known_text(condition));
            self.operand(condition);
            put!(self, ", ");
            self.typed(ty);
            put!(self, ", ");
            self.typed(ty);
        }
        self.done(result);
    }

    fn known_text(&self, ty: Type) -> String {
        self.grammar.texts.get(&ty).cloned().unwrap_or_else(|| type_to_string(&self.grammar.cx, ty))
    }

    fn cast(&mut self) {
        let cx = &self.grammar.cx;
        let Some((from, name)) = self.any() else { return };
        let shape = |ty| cx.vector_shape(ty).map(|(_, len, scalable)| (len, scalable));
        for _ in 0..20 {
            let to = self.value_type();
            let kinds = |ty: Type| {
                let scalar = cx.scalar_type(ty);
                (cx.int_width(scalar), scalar.is_float(), cx.is_pointer(scalar))
            };
            let ([a, b], same) = ([kinds(from), kinds(to)], shape(from) == shape(to));
            let (af, bf) = (width(cx, cx.scalar_type(from)), width(cx, cx.scalar_type(to)));
            let op = match (a, b) {
                ((Some(a), ..), (Some(b), ..)) if same && a > b => {
                    *self.random.pick(&["trunc", "trunc nuw", "trunc nsw"])
                }
                ((Some(a), ..), (Some(b), ..)) if same && a < b => *self.random.pick(&["zext", "sext", "zext nneg"]),
                ((Some(_), ..), (_, true, _)) if same => *self.random.pick(&["sitofp", "uitofp", "uitofp nneg"]),
                ((_, true, _), (Some(_), ..)) if same => *self.random.pick(&["fptosi", "fptoui"]),
                ((_, true, _), (_, true, _)) if same && af > bf => "fptrunc",
                ((_, true, _), (_, true, _)) if same && af < bf => "fpext",
                ((_, _, true), (Some(_), ..)) if same => "ptrtoint",
                ((Some(_), ..), (_, _, true)) if same => "inttoptr",
                ((_, _, true), (_, _, true)) if same && from != to => "addrspacecast",
                ((_, _, false), (_, _, false)) if width(cx, from).is_some() && width(cx, from) == width(cx, to) => {
                    "bitcast"
                }
                _ => continue,
            };
            let result = self.result(to);
            put!(self, "{op} {} %v{name} to {}", self.grammar.text(from), self.grammar.text(to));
            self.done(result);
            return;
        }
    }

    fn load(&mut self) {
        let ty = self.value_type();
        let result = self.result(ty);
        let volatile = if self.random.once_in(8) { "volatile " } else { "" };
        put!(self, "load {volatile}{}, ptr ", self.grammar.text(ty));
        self.operand(Type::PTR);
        put!(self, ", align {}", 1 << self.random.below(3));
        self.done(result);
    }

    fn store(&mut self) {
        let ty = match self.any() {
            Some((ty, _)) if !self.random.once_in(3) => ty,
            _ => self.value_type(),
        };
        put!(self, "  store ");
        self.typed(ty);
        put!(self, ", ptr ");
        self.operand(Type::PTR);
        put!(self, ", align {}\n", 1 << self.random.below(3));
    }

    fn gep(&mut self) {
        let result = self.result(Type::PTR);
        let flags = *self.random.pick(&["", "inbounds ", "nuw ", "nusw "]);
        let ty = self.memory_type();
        let text = self.known_text(ty);
        put!(self, "getelementptr {flags}{text}, ptr ");
        self.operand(Type::PTR);
        let index = *self.random.pick(&[Type::I32, Type::I64]);
        put!(self, ", ");
        if self.random.once_in(2) {
            put!(self, "{} {}", self.grammar.text(index), self.random.below(4))
        } else {
            self.typed(index)
        }
        if let TypeKind::Array { .. } = self.grammar.cx.kind(ty) {
            put!(self, ", i64 {}", self.random.below(5));
        }
        self.done(result);
    }

    fn atomic(&mut self) {
        let bits = [8, 16, 32, 64, 128][self.random.below(5)];
        let ty = self.grammar.cx.int(bits);
        let text = self.grammar.text(ty).to_owned();
        let scope = if self.random.once_in(6) { "syncscope(\"singlethread\") " } else { "" };
        let strong = *self.random.pick(&["seq_cst", "monotonic", "acquire", "release", "acq_rel"]);
        match self.random.below(6) {
            0 => {
                let order = *self.random.pick(&["unordered", "monotonic", "acquire", "seq_cst"]);
                let result = self.result(ty);
                put!(self, "load atomic {text}, ptr ");
                self.operand(Type::PTR);
                put!(self, " {scope}{order}, align {}", bits / 8);
                self.done(result);
            }
            1 => {
                let order = *self.random.pick(&["unordered", "monotonic", "release", "seq_cst"]);
                put!(self, "  store atomic ");
                self.typed(ty);
                put!(self, ", ptr ");
                self.operand(Type::PTR);
                put!(self, " {scope}{order}, align {}\n", bits / 8);
            }
            2 => put!(self, "  fence {scope}{}\n", if strong == "monotonic" { "seq_cst" } else { strong }),
            3 => {
                let fail = *self.random.pick(&["seq_cst", "monotonic", "acquire"]);
                let pair = self.grammar.cx.struct_type(&[ty, Type::I1], false);
                let result = self.result(pair);
                put!(self, "cmpxchg {}ptr ", if self.random.once_in(3) { "weak " } else { "" });
                self.operand(Type::PTR);
                put!(self, ", ");
                self.typed(ty);
                put!(self, ", ");
                self.typed(ty);
                put!(self, " {scope}{strong} {fail}");
                self.done(result);
            }
            n => {
                let (op, ty) = match n {
                    4 => (
                        *self.random.pick(&["fadd", "fsub", "fmax", "fmin", "fmaximum", "xchg"]),
                        *self.random.pick(&self.grammar.floats[..5]),
                    ),
                    _ => {
                        let ops = [
                            "xchg",
                            "add",
                            "sub",
                            "and",
                            "nand",
                            "or",
                            "xor",
                            "max",
                            "min",
                            "umax",
                            "umin",
                            "uinc_wrap",
                            "udec_wrap",
                            "usub_cond",
                            "usub_sat",
                        ];
                        (*self.random.pick(&ops), ty)
                    }
                };
                let result = self.result(ty);
                put!(self, "atomicrmw {op} ptr ");
                self.operand(Type::PTR);
                put!(self, ", ");
                self.typed(ty);
                put!(self, " {scope}{strong}");
                self.done(result);
            }
        }
    }

    fn vector(&mut self) {
        let vector = self.known_type(|cx, ty| cx.is_vector(ty), Type::I32);
        let Some((element, len, scalable)) = self.grammar.cx.vector_shape(vector) else { return };
        match self.random.below(3) {
            0 => {
                let result = self.result(element);
                put!(self, "extractelement ");
                self.typed(vector);
                put!(self, ", ");
                self.index(len);
                self.done(result);
            }
            1 => {
                let result = self.result(vector);
                put!(self, "insertelement ");
                self.typed(vector);
                put!(self, ", ");
                self.typed(element);
                put!(self, ", ");
                self.index(len);
                self.done(result);
            }
            _ => {
                let result = self.result(vector);
                put!(self, "shufflevector ");
                self.typed(vector);
                put!(self, ", ");
                self.typed(vector);
                if scalable {
                    put!(self, ", <vscale x {len} x i32> zeroinitializer");
                } else {
                    put!(self, ", <{len} x i32> <");
                    for i in 0..len {
                        put!(self, "{}i32 {}", if i > 0 { ", " } else { "" }, self.random.below(2 * len as usize));
                    }
                    put!(self, ">");
                }
                self.done(result);
            }
        }
    }

    fn index(&mut self, len: u32) {
        match self.random.once_in(3) {
            true => self.typed(Type::I32),
            false => put!(self, "i32 {}", self.random.below(len as usize)),
        }
    }

    fn aggregate(&mut self) {
        let cx = &self.grammar.cx;
        let aggregate = match self.any() {
            Some((ty, _)) if cx.is_aggregate(ty) => ty,
            _ => *self.random.pick(&self.grammar.aggregates),
        };
        let count = match cx.kind(aggregate) {
            TypeKind::Array { len, .. } => *len as usize,
            TypeKind::Struct { fields, .. } => fields.len(),
            _ => 0,
        };
        if count == 0 {
            return;
        }
        let index = self.random.below(count);
        let Some(field) = cx.element_type(aggregate, index as u64) else { return };
        if self.random.once_in(2) {
            let result = self.result(field);
            put!(self, "extractvalue ");
            self.typed(aggregate);
            put!(self, ", {index}");
            self.done(result);
        } else {
            let result = self.result(aggregate);
            put!(self, "insertvalue ");
            self.typed(aggregate);
            put!(self, ", ");
            self.typed(field);
            put!(self, ", {index}");
            self.done(result);
        }
    }

    fn declare(&mut self, name: &str, result: Type, params: &[Type], is_variadic: bool) {
        if self.declarations.contains_key(name) {
            return;
        }
        let mut params: Vec<String> = params.iter().map(|&ty| self.known_text(ty)).collect();
        params.extend(is_variadic.then(|| "...".into()));
        let text = format!("declare {} @{name}({})\n", self.known_text(result), params.join(", "));
        self.declarations.insert(name.to_owned(), text);
    }

    fn intrinsic(&mut self) {
        let intrinsic = self.random.pick(&self.grammar.intrinsics);
        let args: Vec<Argument> =
            intrinsic.params.iter().enumerate().map(|(i, &ty)| (ty, intrinsic.immediate >> i & 1 == 1)).collect();
        self.declare(&intrinsic.name, intrinsic.result, &intrinsic.params, intrinsic.is_variadic);
        self.call(&intrinsic.name, intrinsic.result, &args, intrinsic.is_variadic);
    }

    fn library(&mut self) {
        let function = self.random.pick(&self.grammar.library);
        // Someone may declare it otherwise.
        let mut params = function.params.clone();
        let mut result = function.result;
        if self.random.once_in(20) && !self.declarations.contains_key(function.name) {
            match self.random.below(3) {
                0 => drop(params.pop()),
                1 => result = self.value_type(),
                _ => params.push(self.value_type()),
            }
        }
        if self.declarations.contains_key(function.name) {
            params = function.params.clone();
            result = function.result;
        }
        self.declare(function.name, result, &params, function.is_variadic);
        let args: Vec<Argument> = params.iter().map(|&ty| (ty, false)).collect();
        self.call(function.name, result, &args, function.is_variadic);
    }

    fn call(&mut self, name: &str, result: Type, args: &[Argument], is_variadic: bool) {
        let pending = (result != Type::VOID).then(|| self.result(result));
        if pending.is_none() {
            put!(self, "  ");
        }
        put!(self, "call {} ", self.known_text(result));
        if is_variadic {
            put!(self, "(");
            for &(ty, _) in args {
                put!(self, "{}, ", self.known_text(ty));
            }
            put!(self, "...) ");
        }
        put!(self, "@{name}(");
        for (i, &(ty, immediate)) in args.iter().enumerate() {
            put!(self, "{}{} ", if i > 0 { ", " } else { "" }, self.known_text(ty));
            match immediate {
                true => match self.grammar.cx.kind(ty) {
                    TypeKind::Int(1) => put!(self, "{}", ["true", "false"][self.random.below(2)]),
                    _ => put!(self, "{}", self.random.below(9)),
                },
                // Lengths are mostly small.
                false if ty == Type::I64 && self.random.once_in(2) => put!(self, "{}", self.random.below(24)),
                false => self.operand(ty),
            }
        }
        if is_variadic {
            for i in 0..self.random.below(4) {
                let ty = *self.random.pick(&[Type::I32, Type::I64, Type::PTR, Type::DOUBLE]);
                put!(self, "{}", if i > 0 || !args.is_empty() { ", " } else { "" });
                self.typed(ty);
            }
        }
        put!(self, ")");
        match pending {
            Some(pending) => self.done(pending),
            None => put!(self, "\n"),
        }
    }

    fn call_own(&mut self, number: usize) {
        let (result, params) = self.functions[number].clone();
        let args: Vec<Argument> = params.iter().map(|&ty| (ty, false)).collect();
        self.call(&format!("f{number}"), result, &args, false);
    }

    fn copy(&mut self) {
        let name = *self.random.pick(&["llvm.memcpy.p0.p0.i64", "llvm.memmove.p0.p0.i64", "llvm.memset.p0.i64"]);
        let second = if name.contains("set") { self.grammar.cx.int(8) } else { Type::PTR };
        let params = [Type::PTR, second, Type::I64, Type::I1];
        self.declare(name, Type::VOID, &params, false);
        let args: Vec<Argument> = params.iter().enumerate().map(|(i, &ty)| (ty, i == 3)).collect();
        self.call(name, Type::VOID, &args, false);
    }

    fn begin_block(&mut self, name: &str) {
        put!(self, "{name}:\n");
        self.block = name.into();
    }

    fn nested(&mut self, statements: impl FnOnce(&mut Self)) {
        let known = self.values.len();
        self.depth += 1;
        statements(self);
        self.depth -= 1;
        self.values.truncate(known);
    }

    fn branch(&mut self) {
        self.next += 1;
        let id = self.next;
        let ty = self.value_type();
        put!(self, "  br ");
        self.typed(Type::I1);
        put!(self, ", label %then{id}, label %else{id}\n");
        let mut ends = Vec::new();
        for side in ["then", "else"] {
            self.begin_block(&format!("{side}{id}"));
            self.nested(|p| {
                p.statements();
                let start = p.out.len();
                p.operand(ty);
                let value = p.out.split_off(start);
                ends.push((value, p.block.clone()));
            });
            put!(self, "  br label %join{id}\n");
        }
        self.begin_block(&format!("join{id}"));
        let result = self.result(ty);
        put!(
            self,
            "phi {} [ {}, %{} ], [ {}, %{} ]",
            self.grammar.text(ty),
            ends[0].0,
            ends[0].1,
            ends[1].0,
            ends[1].1
        );
        self.done(result);
    }

    fn looping(&mut self) {
        self.next += 1;
        let id = self.next;
        let before = self.block.clone();
        let ty = *self.random.pick(&[Type::I32, Type::I64, Type::I32, self.grammar.cx.int(7)]);
        let text = self.grammar.text(ty).to_owned();
        put!(self, "  br label %loop{id}\n");
        self.begin_block(&format!("loop{id}"));
        let times = if self.random.once_in(12) { 1_000_000 } else { self.random.below(9) };
        let times = if text == "i7" { times.min(60) } else { times };
        let carried = self.value_type();
        let start = self.out.len();
        self.operand(carried);
        let initial = self.out.split_off(start);
        put!(self, "  %i{id} = phi {text} [ 0, %{before} ], [ %n{id}, %back{id} ]\n");
        put!(self, "  %c{id} = phi {} [ {initial}, %{before} ], [ ", self.grammar.text(carried));
        let hole = self.out.len();
        put!(self, ", %back{id} ]\n");
        self.next += 2;
        let (counter, copy) = (self.next - 1, self.next);
        put!(self, "  %v{counter} = add {text} %i{id}, 0\n  %v{copy} = freeze {} %c{id}\n", self.grammar.text(carried));
        self.nested(|p| {
            p.values.push((ty, counter));
            p.values.push((carried, copy));
            p.statements();
            let start = p.out.len();
            p.operand(carried);
            let last = p.out.split_off(start);
            put!(p, "  br label %back{id}\n");
            p.out.insert_str(hole, &last);
        });
        self.begin_block(&format!("back{id}"));
        put!(self, "  %n{id} = add {text} %i{id}, 1\n  %d{id} = icmp ult {text} %n{id}, {times}\n");
        put!(self, "  br i1 %d{id}, label %loop{id}, label %done{id}\n");
        self.begin_block(&format!("done{id}"));
    }

    fn switch(&mut self) {
        self.next += 1;
        let id = self.next;
        let ty = self.known_type(|cx, ty| cx.is_int(ty), Type::I32);
        let wide = width(&self.grammar.cx, ty).is_some_and(|w| w >= 7);
        put!(self, "  switch ");
        self.typed(ty);
        put!(self, ", label %done{id} [");
        if wide {
            let text = self.grammar.text(ty).to_owned();
            for i in 0..1 + self.random.below(3) {
                put!(self, " {text} {}, label %case{id}", i * (1 + self.random.below(3)) * 4 + i);
            }
        } else {
            put!(self, " {} 0, label %case{id}", self.grammar.text(ty));
        }
        put!(self, " ]\n");
        self.begin_block(&format!("case{id}"));
        self.nested(|p| p.statements());
        match self.random.below(8) {
            0 => put!(self, "  unreachable\n"),
            _ => put!(self, "  br label %done{id}\n"),
        }
        self.begin_block(&format!("done{id}"));
    }
}

/// The type of an argument, and whether it must be a constant.
type Argument = (Type, bool);

struct Pending(Type, u32);

/// How many bits a value of a type has, if pointers have nothing to do with it.
fn width(cx: &Context, ty: Type) -> Option<u64> {
    match *cx.kind(ty) {
        TypeKind::Int(bits) => Some(bits.into()),
        TypeKind::Half | TypeKind::BFloat => Some(16),
        TypeKind::Float => Some(32),
        TypeKind::Double => Some(64),
        TypeKind::X86Fp80 => Some(80),
        TypeKind::Fp128 | TypeKind::PpcFp128 => Some(128),
        TypeKind::Vector { element, len, scalable: false } => Some(width(cx, element)? * u64::from(len)),
        _ => None,
    }
}
