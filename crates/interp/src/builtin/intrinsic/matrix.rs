//! [Matrix Intrinsics](https://llvm.org/docs/LangRef.html#matrix-intrinsics): column-major matrices in vectors.

use lindworm_eval::BinaryOp;
use lindworm_eval::intrinsic::Operation;
use lindworm_ir::Type;

use crate::builtin::argument::offset;
use crate::builtin::{Call, Then, builtins};
use crate::run::Regs;
use crate::shape::{self, Scalar, Shape};
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "llvm.matrix.multiply" = multiply,
    "llvm.matrix.column.major.load" = load,
    "llvm.matrix.column.major.store" = store,
}

/// `llvm.matrix.multiply(a, b, rows of a, columns of a, columns of b)`: each element is the sum of its products in order.
fn multiply(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (a, b) = (c.registers(0)?, c.registers(1)?);
    let (rows, inner, columns) = (c.size(2)? as usize, c.size(3)? as usize, c.size(4)? as usize);
    let Some(scalar) = c.site.result.leaves.first().map(|leaf| leaf.scalar) else { return Ok(Then::Return) };
    let (add, multiply) = match scalar {
        Scalar::Float(_) => (Operation::Binary(BinaryOp::FAdd), Operation::Binary(BinaryOp::FMul)),
        _ => (Operation::Binary(BinaryOp::Add), Operation::Binary(BinaryOp::Mul)),
    };
    let registers = scalar.registers() as usize;
    // Each product and each sum is an operation.
    let steps = (2 * rows as u64).saturating_mul(inner as u64).saturating_mul(columns as u64);
    c.state.spend(steps.saturating_mul(registers as u64))?;
    let at = |vector: &[Reg], i: usize| Regs::from_slice(&vector[i * registers..(i + 1) * registers]);
    let mut product = Regs::new();
    for column in 0..columns {
        for row in 0..rows {
            let mut sum: Option<Regs> = None;
            for i in 0..inner {
                let term =
                    c.state.operation(multiply, scalar, [&at(&a, i * rows + row), &at(&b, column * inner + i)])?;
                sum = Some(match sum {
                    Some(sum) => c.state.operation(add, scalar, [&sum, &term])?,
                    None => term,
                });
            }
            product.extend(sum.unwrap_or_default());
        }
    }
    c.result = product;
    Ok(Then::Return)
}

/// A matrix in memory.
struct Matrix {
    element: Shape,
    /// The distance in bytes of elements of a column, and of columns.
    size: u64,
    stride: u64,
    rows: u64,
    columns: u64,
}

impl Matrix {
    /// The matrix with the stride in argument `i`.
    fn new(c: &mut Call<'_>, ty: Type, i: usize) -> Result<Matrix, Stop> {
        let module = &c.program.modules[c.module];
        let (cx, layout, vscale) = (module.context(), module.data_layout(), c.state.options.vscale);
        let ty = cx.scalar_type(ty);
        let element = c.state.shape(module, ty).map_err(Stop::shape)?;
        let size = shape::alloc_size(cx, layout, vscale, ty).unwrap_or(0);
        let stride = c.size(i)?.wrapping_mul(size);
        Ok(Matrix { element, size, stride, rows: c.size(i + 2)?, columns: c.size(i + 3)? })
    }

    /// The addresses of the elements, in order.
    fn places(&self, base: Reg) -> impl Iterator<Item = Reg> {
        let (rows, columns, size, stride) = (self.rows, self.columns, self.size, self.stride);
        (0..columns).flat_map(move |column| {
            (0..rows).map(move |row| offset(base, column.wrapping_mul(stride).wrapping_add(row * size)))
        })
    }
}

/// `llvm.matrix.column.major.load(pointer, stride, volatile, rows, columns)`.
fn load(c: &mut Call<'_>) -> Result<Then, Stop> {
    let module = &c.program.modules[c.module];
    let ty = module.context().function_parts(c.site.function_type).map_or(Type::VOID, |(result, ..)| result);
    let matrix = Matrix::new(c, ty, 1)?;
    let base = c.register(0)?;
    c.state.spend(matrix.rows.saturating_mul(matrix.columns))?;
    let mut loaded = Regs::new();
    for place in matrix.places(base) {
        loaded.extend(c.state.load_value(&matrix.element, place, 1)?);
    }
    c.result = loaded;
    Ok(Then::Return)
}

/// `llvm.matrix.column.major.store(matrix, pointer, stride, volatile, rows, columns)`.
fn store(c: &mut Call<'_>) -> Result<Then, Stop> {
    let value = c.registers(0)?;
    let matrix = Matrix::new(c, c.site.params[0].ty, 2)?;
    let base = c.register(1)?;
    c.state.spend(value.len() as u64)?;
    for (place, element) in matrix.places(base).zip(value.chunks(matrix.element.registers.max(1) as usize)) {
        c.state.store_value(&matrix.element, place, 1, element)?;
    }
    Ok(Then::Return)
}
