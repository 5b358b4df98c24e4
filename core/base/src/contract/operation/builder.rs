//! Builders for table entries: each kind of operation sets only its own fields.

use super::{BearerRule, DocLevel, Method, Operation, OperationId, PageForm, RetrySafety};

pub(super) const fn read(
    id: OperationId,
    name: &'static str,
    path: &'static str,
    scope: &'static str,
) -> Operation {
    write(id, name, Method::Get, path, Some(scope), RetrySafety::Read)
}

pub(super) const fn list(
    id: OperationId,
    name: &'static str,
    path: &'static str,
    scope: &'static str,
    form: PageForm,
) -> Operation {
    Operation { page: Some(form), ..read(id, name, path, scope) }
}

pub(super) const fn write(
    id: OperationId,
    name: &'static str,
    method: Method,
    path: &'static str,
    scope: Option<&'static str>,
    safety: RetrySafety,
) -> Operation {
    Operation {
        id,
        name,
        method,
        path,
        scope,
        safety,
        delegated: false,
        capability: None,
        page: None,
        documented: DocLevel::Full,
        bearer: BearerRule::Required,
        success: 200,
    }
}

pub(super) const fn delegated(operation: Operation, capability: Option<&'static str>) -> Operation {
    Operation { delegated: true, capability, ..operation }
}

pub(super) const fn named_only(operation: Operation) -> Operation {
    Operation { documented: DocLevel::NamedOnly, ..operation }
}

pub(super) const fn undocumented(operation: Operation) -> Operation {
    Operation { documented: DocLevel::Undocumented, ..operation }
}
