//! What programs are made of: types, intrinsics, library functions.

use std::collections::HashMap;

use lindworm::ir::intrinsics::{AttributePlace, Descriptor, IntrinsicAttribute, IntrinsicId, OverloadKind};
use lindworm::ir::version::IrVersion;
use lindworm::text::type_to_string;
use lindworm::{Context, Type, TypeKind};

use crate::random::Random;

/// Whose intrinsics they call.
const VERSION: IrVersion = IrVersion::V22;

/// What programs are made of.
pub struct Grammar {
    pub(super) cx: Context,
    pub(super) texts: HashMap<Type, String>,
    pub(super) ints: Vec<Type>,
    pub(super) floats: Vec<Type>,
    /// Everything that a register can be, scalars many times.
    pub(super) values: Vec<Type>,
    /// What memory can hold besides.
    pub(super) aggregates: Vec<Type>,
    pub(super) intrinsics: Vec<Intrinsic>,
    pub(super) library: Vec<Function>,
}

pub(super) struct Intrinsic {
    pub(super) name: String,
    pub(super) result: Type,
    pub(super) params: Vec<Type>,
    pub(super) is_variadic: bool,
    /// By the bits of their numbers, the arguments that must be constants.
    pub(super) immediate: u64,
}

pub(super) struct Function {
    pub(super) name: &'static str,
    pub(super) result: Type,
    pub(super) params: Vec<Type>,
    pub(super) is_variadic: bool,
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

    pub(super) fn text(&self, ty: Type) -> &str {
        self.texts.get(&ty).map_or("i32", |t| t)
    }
}

pub(super) const LAYOUTS: &[&str] = &[
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    "E-m:e-i64:64-n32:64",
    "e-p:32:32-n32",
    "e-p:64:64-p1:32:32-p2:128:128-ni:2",
    "E-p:32:32-f64:32:64-v128:64",
    "e-p:128:128",
    "e-A5-G1-P0",
    "e-i32:8-i64:16",
];

pub(super) const STRINGS: &[&str] = &[
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
