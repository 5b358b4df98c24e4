//! Definition of a business field: label, type and source.

use crate::contract::ids::FieldId;
use crate::contract::resource::resource;

resource!(
    /// A field definition (contract, "Field definition").
    FieldDefinition,
    /// Identifier.
    id(FieldId) = "id",
    /// Business key of the field in records.
    field_key = "field_key",
    /// French label.
    label_fr = "label_fr",
    /// Code of the value's type.
    value_type = "value_type",
    /// Code of the importance.
    importance = "importance",
    /// Code of the field's source.
    source_type = "source_type",
);
