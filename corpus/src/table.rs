//! Tables with columns of a few kinds, filled row by row.

use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, BinaryBuilder, BooleanBuilder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

/// What a column holds. Every value may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number: a column of signed 64-bit integers.
    Number,
    /// Yes or no.
    Flag,
    /// Text; what is not UTF-8 is replaced.
    Text,
    /// A list of texts.
    Texts,
    /// Bytes.
    Bytes,
}

/// A value of a row.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Cell<'a> {
    Missing,
    Number(u64),
    Flag(bool),
    Text(&'a str),
    Texts(&'a [String]),
    Bytes(&'a [u8]),
}

enum Column {
    Number(Int64Builder),
    Flag(BooleanBuilder),
    Text(StringBuilder),
    Texts(ListBuilder<StringBuilder>),
    Bytes(BinaryBuilder),
}

/// A table that is being filled.
pub struct Table {
    schema: SchemaRef,
    columns: Vec<Column>,
}

/// The schema of columns.
pub fn schema(columns: &[(String, Kind)]) -> SchemaRef {
    let field = |(name, kind): &(String, Kind)| {
        let kind = match kind {
            Kind::Number => DataType::Int64,
            Kind::Flag => DataType::Boolean,
            Kind::Text => DataType::Utf8,
            Kind::Texts => DataType::List(Arc::new(Field::new("item", DataType::Utf8, true))),
            Kind::Bytes => DataType::Binary,
        };
        Field::new(name, kind, true)
    };
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

impl Table {
    /// A table without rows.
    pub fn new(columns: &[(String, Kind)]) -> Table {
        let column = |(_, kind): &(String, Kind)| match kind {
            Kind::Number => Column::Number(Int64Builder::new()),
            Kind::Flag => Column::Flag(BooleanBuilder::new()),
            Kind::Text => Column::Text(StringBuilder::new()),
            Kind::Texts => Column::Texts(ListBuilder::new(StringBuilder::new())),
            Kind::Bytes => Column::Bytes(BinaryBuilder::new()),
        };
        Table { schema: schema(columns), columns: columns.iter().map(column).collect() }
    }

    /// Adds a row. What `cells` does not reach, or is of another kind than its column, is missing.
    pub fn push<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>) {
        let mut cells = cells.into_iter();
        for column in &mut self.columns {
            match (column, cells.next().unwrap_or(Cell::Missing)) {
                // Spark has no unsigned integers: of a hash, these are the bits.
                (Column::Number(c), Cell::Number(n)) => c.append_value(n.cast_signed()),
                (Column::Number(c), _) => c.append_null(),
                (Column::Flag(c), Cell::Flag(f)) => c.append_value(f),
                (Column::Flag(c), _) => c.append_null(),
                (Column::Text(c), Cell::Text(t)) => c.append_value(t),
                (Column::Text(c), _) => c.append_null(),
                (Column::Texts(c), Cell::Texts(all)) => c.append_value(all.iter().map(Some)),
                (Column::Texts(c), _) => c.append_null(),
                (Column::Bytes(c), Cell::Bytes(b)) => c.append_value(b),
                (Column::Bytes(c), _) => c.append_null(),
            }
        }
    }

    /// The rows so far.
    ///
    /// # Errors
    ///
    /// None that are known: the columns are as long as each other.
    pub fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let array = |column: &mut Column| -> ArrayRef {
            match column {
                Column::Number(c) => ArrayBuilder::finish(c),
                Column::Flag(c) => ArrayBuilder::finish(c),
                Column::Text(c) => ArrayBuilder::finish(c),
                Column::Texts(c) => ArrayBuilder::finish(c),
                Column::Bytes(c) => ArrayBuilder::finish(c),
            }
        };
        let arrays = self.columns.iter_mut().map(array).collect();
        RecordBatch::try_new(self.schema, arrays)
    }
}
