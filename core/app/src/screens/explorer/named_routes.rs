//! The routes that the palette and the explorer know by name.

use crate::contract::operation::OperationId;
use crate::foundation::cx::overlay_types::{Part, To};

pub(crate) const fn route(label_key: &'static str, operation: OperationId) -> Part {
    Part {
        label_key,
        to: To::Route(operation),
    }
}

/// The routes that have a name of their own.
pub(crate) static NAMED_ROUTES: &[Part] = &[
    route("area-refunds", OperationId::RefundsList),
    route("area-rcci", OperationId::RcciSummary),
    route("area-workflows", OperationId::WorkflowsList),
    route("area-ai-extraction", OperationId::AiExtractionJobsList),
    route("area-imports", OperationId::ImportsList),
    route("area-notes", OperationId::NotesList),
    route("area-external-identifiers", OperationId::ExternalIdentifiersList),
    route("area-personal-data", OperationId::PersonalDataRequestsList),
    route("area-description", OperationId::PostmanGet),
];

/// Returns the section that shows a route of the service, if there is one.
pub fn part_of(operation: OperationId) -> Option<&'static Part> {
    NAMED_ROUTES.iter().find(|part| part.to == To::Route(operation))
}
