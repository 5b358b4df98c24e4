//! The routes that the palette and the explorer know by name.

use crate::contract::operation::OperationId;
use crate::foundation::cx::overlay_types::{PartTarget, ScreenPart};

pub(crate) const fn route_part(label_key: &'static str, operation: OperationId) -> ScreenPart {
    ScreenPart { label_key, target: PartTarget::Route(operation) }
}

/// The routes that have a name of their own.
pub(crate) static NAMED_ROUTES: &[ScreenPart] = &[
    route_part("area-refunds", OperationId::RefundsList),
    route_part("area-rcci", OperationId::RcciSummary),
    route_part("area-workflows", OperationId::WorkflowsList),
    route_part("area-ai-extraction", OperationId::AiExtractionJobsList),
    route_part("area-imports", OperationId::ImportsList),
    route_part("area-notes", OperationId::NotesList),
    route_part("area-external-identifiers", OperationId::ExternalIdentifiersList),
    route_part("area-personal-data", OperationId::PersonalDataRequestsList),
    route_part("area-description", OperationId::PostmanGet),
];

/// Returns the section that shows a route of the service, if there is one.
pub fn part_of_operation(operation: OperationId) -> Option<&'static ScreenPart> {
    NAMED_ROUTES.iter().find(|part| part.target == PartTarget::Route(operation))
}
