//! The footer keys of forms and bulk changes.

use crate::changes::bulk::model::BulkStage;
use crate::foundation::cx::overlay::{FormPurpose, Overlay};
use crate::foundation::input::commands::ActionId;
use crate::shell::app::App;

/// Returns the hints of a form, which depend on its purpose and number of fields.
pub(crate) fn form_hints(app: &App) -> &'static [(&'static [ActionId], &'static str)] {
    use crate::foundation::input::commands::ActionId as A;
    const SAVE: &[(&[A], &str)] = &[(&[A::Open], "hint-save"), (&[A::Back], "hint-close")];
    const READ: &[(&[A], &str)] = &[(&[A::Open], "hint-read"), (&[A::Back], "hint-close")];
    const ACT: &[(&[A], &str)] = &[(&[A::Open], "hint-act-for"), (&[A::Back], "hint-close")];
    const WATCH: &[(&[A], &str)] = &[(&[A::Open], "hint-watch"), (&[A::Back], "hint-close")];
    const FILTER: &[(&[A], &str)] = &[(&[A::Open], "hint-filter"), (&[A::Back], "hint-close")];
    const MOVE: &[(&[A], &str)] = &[(&[A::Open], "hint-move"), (&[A::Back], "hint-close")];
    const MOVE_SEVERAL: &[(&[A], &str)] =
        &[(&[A::Open], "hint-move"), (&[A::NextPane], "hint-next-field"), (&[A::Back], "hint-close")];
    const CREATE: &[(&[A], &str)] =
        &[(&[A::Open], "hint-create"), (&[A::NextPane], "hint-next-field"), (&[A::Back], "hint-close")];
    const SHOW: &[(&[A], &str)] =
        &[(&[A::Open], "hint-show"), (&[A::NextPane], "hint-next-field"), (&[A::Back], "hint-close")];
    const SEVERAL: &[(&[A], &str)] =
        &[(&[A::Open], "hint-save"), (&[A::NextPane], "hint-next-field"), (&[A::Back], "hint-close")];
    let Overlay::Form(form) = app.cx.overlay() else {
        return SAVE;
    };
    match form.purpose {
        FormPurpose::EnterStatus(_) if form.fields.len() > 1 => MOVE_SEVERAL,
        FormPurpose::EnterStatus(_) => MOVE,
        FormPurpose::NewDeal => CREATE,
        FormPurpose::AsOf
        | FormPurpose::FilterTasks
        | FormPurpose::ImportFile
        | FormPurpose::MapColumns(_) => SHOW,
        FormPurpose::AskRoute => READ,
        FormPurpose::FilterChanges => FILTER,
        FormPurpose::WatchIds(_) => WATCH,
        FormPurpose::SwitchUser => ACT,
        _ if form.fields.len() > 1 => SEVERAL,
        _ => SAVE,
    }
}

/// Returns the hints of a bulk change, which depend on its stage.
pub(crate) fn bulk_hints(app: &App) -> &'static [(&'static [ActionId], &'static str)] {
    use crate::foundation::input::commands::ActionId as A;
    const PLAN: &[(&[A], &str)] = &[(&[A::Open], "hint-apply"), (&[A::Back], "hint-give-up")];
    const DELETION: &[(&[A], &str)] =
        &[(&[A::DeleteDeal, A::Open], "hint-delete-deal"), (&[A::Back], "hint-give-up")];
    const RUN: &[(&[A], &str)] =
        &[(&[A::StopBulk], "hint-stop"), (&[A::Undo], "hint-undo"), (&[A::Back], "hint-close")];
    const FAILED: &[(&[A], &str)] = &[(&[A::RetryBulk], "hint-retry-write"), (&[A::Back], "hint-close")];
    const OVER: &[(&[A], &str)] = &[(&[A::Back], "hint-close")];
    let Some(bulk) = app.bulk_change.bulk() else {
        return OVER;
    };
    let counts = bulk.counts();
    if app.bulk_change.is_deletion_planned(&app.cx) {
        return DELETION;
    }
    if bulk.stage() == BulkStage::Plan {
        return if counts.planned > 0 { PLAN } else { OVER };
    }
    match (counts.waiting, counts.failed) {
        (1.., _) => RUN,
        (0, 1..) => FAILED,
        (0, 0) => OVER,
    }
}
