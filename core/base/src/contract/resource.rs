//! Common interface of the resources: a record and the fields read from it once.

use super::json::schema_error::ShapeError;
use super::record::Record;

/// A record of a known kind.
pub trait Resource: Sized {
    /// Converts a record; fails only if the identifying field is invalid.
    fn from_record(record: Record) -> Result<Self, ShapeError>;

    /// Returns the record as received.
    fn record(&self) -> &Record;
}

impl Resource for Record {
    fn from_record(record: Record) -> Result<Self, ShapeError> {
        Ok(record)
    }

    fn record(&self) -> &Record {
        self
    }
}

/// Declares a resource with its identifying field and its optional text fields, decoded once.
macro_rules! resource {
    (
        $(#[$doc:meta])*
        $name:ident, $(#[$id_doc:meta])* $id:ident($id_type:ty) = $id_field:literal
        $(, $(#[$field_doc:meta])* $field:ident = $field_name:literal)* $(,)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name {
            record: $crate::contract::record::Record,
            $id: $id_type,
            $($field: Option<std::sync::Arc<str>>,)*
        }

        impl $name {
            /// Converts a record.
            ///
            /// # Errors
            /// The identifying field is not a usable string.
            pub fn from_record(
                record: $crate::contract::record::Record,
            ) -> Result<Self, $crate::contract::json::schema_error::ShapeError> {
                if record.is_ambiguous($id_field) {
                    return Err($crate::contract::json::schema_error::ShapeError::field($id_field, "given once"));
                }
                let $id = record.required_text($id_field)?.parse::<$id_type>().map_err(|_| {
                    $crate::contract::json::schema_error::ShapeError::field($id_field, "a usable ID")
                })?;
                $(let $field = record.text($field_name).map(std::sync::Arc::from);)*
                Ok(Self { record, $id, $($field,)* })
            }

            /// Returns the record as received.
            pub fn record(&self) -> &$crate::contract::record::Record {
                &self.record
            }

            $(#[$id_doc])*
            pub fn $id(&self) -> &$id_type {
                &self.$id
            }

            $(
                $(#[$field_doc])*
                pub fn $field(&self) -> Option<&str> {
                    self.$field.as_deref()
                }
            )*
        }

        impl $crate::contract::resource::Resource for $name {
            fn from_record(
                record: $crate::contract::record::Record,
            ) -> Result<Self, $crate::contract::json::schema_error::ShapeError> {
                Self::from_record(record)
            }

            fn record(&self) -> &$crate::contract::record::Record {
                Self::record(self)
            }
        }

        /// Prints the identifier only: other values may be personal.
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.$id).finish()
            }
        }
    };
}

pub(crate) use resource;
