//! Creating globals: functions, variables, strings and declarations of intrinsics.

use crate::body::Body;
use crate::builder::Builder;
use crate::instruction::{Align, AtomicRmwOp};
use crate::intrinsics::{IntrinsicError, IntrinsicId, UniqueNames};
use crate::module::{Function, GlobalKind, GlobalValue, Linkage, Module, UnnamedAddr, Variable, Visibility};
use crate::types::Type;
use crate::value::{Global, Value};
use crate::version::IrVersion;

impl GlobalValue {
    /// Sets the linkage. As in LLVM, an `internal` or `private` global gets default visibility and `dso_local`.
    pub fn set_linkage(&mut self, linkage: Linkage) {
        self.linkage = linkage;
        if linkage.is_local() {
            self.visibility = Visibility::Default;
            self.dll_storage = super::DllStorage::Default;
        }
        self.dso_local |= self.is_implicitly_dso_local();
    }

    /// Sets the visibility. As in LLVM, a hidden or protected global gets `dso_local`, unless its linkage is `extern_weak`.
    pub fn set_visibility(&mut self, visibility: Visibility) {
        self.visibility = visibility;
        self.dso_local |= self.is_implicitly_dso_local();
    }

    /// Whether linkage and visibility imply `dso_local`.
    pub fn is_implicitly_dso_local(&self) -> bool {
        self.linkage.is_local() || self.visibility != Visibility::Default && self.linkage != Linkage::ExternalWeak
    }
}

impl Module {
    /// Adds a declaration of a function of type `ty`. If the name is that of an intrinsic, the function is that intrinsic and has
    /// its attributes. If the name is taken, a number is appended.
    ///
    /// ```
    /// use lindworm_ir::{Context, Module, Type};
    /// let mut module = Module::new(&Context::new(), "m");
    /// let ty = module.context().function_type(Type::DOUBLE, &[Type::DOUBLE], false);
    /// let sine = module.add_function(b"llvm.sin.f64", ty);
    /// assert!(module.function(sine).unwrap().intrinsic.is_some());
    /// ```
    pub fn add_function(&mut self, name: &[u8], ty: Type) -> Global {
        self.add_global(self.declaration(name, ty))
    }

    /// A declaration of a function: see [`Module::add_function`].
    pub(super) fn declaration(&self, name: &[u8], ty: Type) -> GlobalValue {
        let intrinsic = if name.starts_with(b"llvm.") { IntrinsicId::lookup(self.version, name) } else { None };
        let attributes = intrinsic.and_then(|id| id.attribute_list(self.version, &self.context, ty));
        let attributes = attributes.unwrap_or_default();
        let function = GlobalKind::Function(Box::new(Function { intrinsic, attributes, ..Function::default() }));
        let address = self.context.ptr(self.data_layout.program_addr_space);
        GlobalValue::new(name, ty, address, function)
    }

    /// Adds a variable of type `ty`, in the default address space of globals in the data layout. Without an initializer it is a
    /// declaration.
    ///
    /// ```
    /// use lindworm_ir::{Context, Module, Type};
    /// let mut module = Module::new(&Context::new(), "m");
    /// let seven = module.constants().int(module.context(), Type::I32, 7);
    /// let variable = module.add_variable(b"x", Type::I32, Some(seven));
    /// assert_eq!(module[variable].as_variable().unwrap().initializer, Some(seven));
    /// ```
    pub fn add_variable(&mut self, name: &[u8], ty: Type, initializer: Option<Value>) -> Global {
        let variable = GlobalKind::Variable(Variable { initializer, ..Variable::default() });
        let address = self.context.ptr(self.data_layout.globals_addr_space);
        self.add_global(GlobalValue::new(name, ty, address, variable))
    }

    /// Adds a private constant with these bytes and a terminating zero byte, marked `unnamed_addr`:
    /// `IRBuilder::CreateGlobalString`.
    pub fn add_string(&mut self, name: &[u8], text: &[u8]) -> Global {
        let value = self.constants.string(&self.context, &[text, b"\0"].concat());
        let id = self.add_variable(name, self.value_type(None, value), Some(value));
        let global = &mut self.globals[id];
        global.set_linkage(Linkage::Private);
        global.unnamed_addr = UnnamedAddr::Global;
        global.align = Align::ONE;
        if let Some(variable) = global.as_variable_mut() {
            variable.constant = true;
        }
        id
    }

    /// The declaration of an intrinsic with these overload types, added if it does not exist. Another global of that name is
    /// renamed.
    ///
    /// ```
    /// use lindworm_ir::{Context, Module, Type};
    /// let mut module = Module::new(&Context::new(), "m");
    /// let max = module.intrinsic("llvm.smax", &[Type::I32])?;
    /// assert_eq!(module[max].name(), b"llvm.smax.i32");
    /// assert_eq!(module.intrinsic("llvm.smax", &[Type::I32])?, max);
    /// let error = module.intrinsic("llvm.smax", &[Type::FLOAT]).unwrap_err();
    /// assert_eq!(error.to_string(), "there is no overload of `llvm.smax` for float");
    /// # Ok::<(), lindworm_ir::intrinsics::IntrinsicError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no intrinsic of exactly this name, or it does not accept these types.
    pub fn intrinsic(&mut self, name: &str, overloads: &[Type]) -> Result<Global, IntrinsicError> {
        let (id, _) = self.known_intrinsic(name, overloads)?;
        let function = self.intrinsic_of(id, overloads, &mut UniqueNames::default());
        function.ok_or_else(|| self.no_overload(name, overloads))
    }

    /// The intrinsic of that name, and its function type for these overload types.
    pub(super) fn known_intrinsic(
        &self,
        name: &str,
        overloads: &[Type],
    ) -> Result<(IntrinsicId, Type), IntrinsicError> {
        let id = IntrinsicId::lookup(self.version, name.as_bytes()).filter(|id| id.name() == name);
        let id = id.ok_or_else(|| IntrinsicError::Unknown(name.into()))?;
        let (version, cx) = (self.version, &self.context);
        let matches = |ty: &Type| id.match_signature(version, cx, *ty).is_ok_and(|found| found[..] == *overloads);
        let ty = id.function_type(version, cx, overloads).filter(matches);
        Ok((id, ty.ok_or_else(|| self.no_overload(name, overloads))?))
    }

    pub(super) fn no_overload(&self, name: &str, overloads: &[Type]) -> IntrinsicError {
        let types: Vec<String> = overloads.iter().map(|&ty| self.context.short_type_text(ty)).collect();
        IntrinsicError::NoOverload { name: name.into(), types: types.join(", ") }
    }

    /// Like [`Module::intrinsic`], for overload types that are known to fit. `names` has the numbers of overloads on unnamed
    /// structs.
    pub fn intrinsic_of(&mut self, id: IntrinsicId, overloads: &[Type], names: &mut UniqueNames) -> Option<Global> {
        let ty = id.function_type(self.version, &self.context, overloads)?;
        let value_type = |name: &[u8]| self.global_named(name).map(|g| self.globals[g].value_type);
        let name = names.name(&self.context, id, ty, overloads, value_type)?;
        Some(self.function_named(&name, ty, b".invalid"))
    }

    /// The function of that name and type, added if it does not exist. `suffix` is appended to the name of another global of that
    /// name.
    pub fn function_named(&mut self, name: &[u8], ty: Type, suffix: &[u8]) -> Global {
        if let Some(found) = self.global_named(name) {
            let global = &self.globals[found];
            if global.as_function().is_some() && global.value_type == ty {
                return found;
            }
            self.set_global_name(found, &[name, suffix].concat());
        }
        self.add_function(name, ty)
    }

    /// Builds the body of a function; a function without a body gets one. Meanwhile the function is a declaration, so that it can
    /// be called. See [`crate::builder`] for an example.
    pub fn build_body<R>(&mut self, function: Global, build: impl FnOnce(&mut Builder<'_, &mut Module>) -> R) -> R {
        let ty = self.globals[function].value_type;
        let params = self.context.function_parts(ty).map_or(&[][..], |(_, params, _)| params);
        let body = self.globals[function].as_function_mut().and_then(|f| f.body.take());
        let mut body = body.unwrap_or_else(|| Box::new(Body::new(params)));
        let result = build(&mut Builder::new(&mut *self, &mut body));
        if let Some(function) = self.globals[function].as_function_mut() {
            function.body = Some(body);
        }
        result
    }

    /// Records the use of an `atomicrmw` that LLVM 22 does not have, if this is one.
    pub fn note_atomic_rmw(&self, op: AtomicRmwOp, ty: Type, elementwise: bool) {
        if elementwise || op >= AtomicRmwOp::FMaximumNum || !op.is_float() && self.context.is_vector(ty) {
            self.note_form_since(IrVersion::V23);
        }
    }
}
