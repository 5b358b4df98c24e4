//! What a business field means: its label, its type, where it comes from.

use crate::contract::ids::FieldId;
use crate::contract::resource::resource;

resource!(
    /// A field definition (contract, "Field definition").
    FieldDefinition,
    /// Identifier.
    id(FieldId) = "id",
    /// Business key, under which records carry the field.
    field_key = "field_key",
    /// French label.
    label_fr = "label_fr",
    /// Code of its value's type.
    value_type = "value_type",
    /// Code of its importance.
    importance = "importance",
    /// Code of where it comes from.
    source_type = "source_type",
);
