//! Text of a bulk change: its plan or progress, and the result of each deal.

use crate::changes::bulk::model::{Bulk, BulkStage};
use crate::foundation::cx::bulk_row::{BulkOp, BulkRow, BulkState};
use crate::foundation::input::commands::ActionId;
use crate::foundation::presentation::{hold_countdown, problem};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};
use crate::vocabulary;

use crate::foundation::presentation::frame::board_key;
use crate::foundation::presentation::sheet_view::{LineIcon, PickerLine, PickerView, picker_line};

/// Rows per block. Three blocks around the focus are built, more than any screen shows.
const ROWS_PER_BLOCK: usize = 96;

pub(crate) fn bulk_picker(app: &App, bulk: &Bulk, focus: usize) -> PickerView {
    let words = Messages::new(app.cx.lang());
    let counts = bulk.counts();
    let counted = |key: &str, n: usize| words.with(key, &[("n", MessageArg::from(n))]);
    let title = match &bulk.op {
        BulkOp::Status(status) => {
            let status = vocabulary::deal_status(app.cx.lang(), status).into_owned();
            words.with("bulk-move-title", &[("status", MessageArg::from(status))])
        }
        BulkOp::SwimlaneCell { status, owner } => {
            let status = vocabulary::deal_status(app.cx.lang(), status).into_owned();
            let nobody = words.get("owner-none");
            let owner = if owner.is_empty() { &*nobody } else { owner };
            let owner = SafeText::line_within(owner, 30);
            let args = [
                ("status", MessageArg::from(status)),
                ("owner", MessageArg::from(&owner)),
            ];
            words.with("bulk-lane-title", &args)
        }
        BulkOp::Adjacent { forward: true } => words.get("action-move-next").into_owned(),
        BulkOp::Adjacent { forward: false } => words.get("action-move-previous").into_owned(),
        BulkOp::Owner(owner) if owner.is_empty() => words.get("bulk-no-owner-title").into_owned(),
        BulkOp::Owner(owner) => {
            let owner = SafeText::line_within(owner, 30);
            words.with("bulk-owner-title", &[("owner", MessageArg::from(&owner))])
        }
        BulkOp::Delete => words.get("bulk-delete-title").into_owned(),
    };
    let (mut said, mut warned) = (Vec::new(), None);
    let mut parts = Vec::new();
    let planned = match bulk.op {
        BulkOp::Delete => "bulk-planned-deletion",
        _ => "bulk-planned",
    };
    let some = [
        (planned, counts.planned),
        ("bulk-done", counts.done),
        ("bulk-since", counts.changed_since),
        ("bulk-waiting", counts.waiting),
        ("bulk-failed", counts.failed - counts.conflicts),
        ("bulk-conflicts", counts.conflicts),
        ("bulk-stopped", counts.cancelled),
        ("bulk-skipped", counts.skipped),
    ];
    for (key, n) in some {
        if n > 0 {
            parts.push(counted(key, n));
        }
    }
    said.push(parts.join(" · "));
    if bulk.stage() == BulkStage::Plan {
        let warning = match &bulk.op {
            BulkOp::Owner(owner) if owner.is_empty() => Some(words.get("bulk-no-owner-said").into_owned()),
            BulkOp::Owner(owner) => crate::changes::forms::view::unknown_owner_warning(app, owner),
            _ => None,
        };
        warned = warning.is_some().then_some(said.len());
        said.extend(warning);
        said.push(words.with("bulk-nothing-yet", &[("key", board_key(&app.cx, ActionId::Open))]));
        if app.bulk_change.is_deletion_planned(&app.cx) {
            said.push(crate::foundation::presentation::hold_countdown::deletion_undo_text(&app.cx));
        }
    } else if let Some(until) = app.bulk_change.bulk_sends_at(&app.cx) {
        said.push(hold_countdown::sends_in_text(
            &app.cx,
            until,
            bulk.op == BulkOp::Delete,
        ));
    }
    let asked = counts.submitted();
    let over = asked - counts.waiting;
    let before = (focus / ROWS_PER_BLOCK).saturating_sub(1) * ROWS_PER_BLOCK;
    PickerView {
        title,
        summary: said,
        warning_line: warned,
        progress: (bulk.stage() == BulkStage::Run && asked > 0).then(|| over as f32 / asked as f32),
        lines: (before..bulk.len())
            .take(3 * ROWS_PER_BLOCK)
            .filter_map(|at| Some(bulk_line(app, &bulk.op, &*bulk.row(at)?)))
            .collect(),
        lines_before: before,
        count: bulk.len(),
    }
}

/// Returns the name of the first failed deal and the reason.
pub(crate) fn first_failure(app: &App) -> Option<(String, String)> {
    let bulk = app.bulk_change.bulk()?;
    let mut rows = (0..bulk.len()).filter_map(|at| bulk.row(at));
    rows.find_map(|row| {
        let why = failure_reason(app, &row.state)?;
        Some((deal_name(app, &row), why))
    })
}

/// Returns why a deal failed, if it did.
fn failure_reason(app: &App, state: &BulkState) -> Option<String> {
    match state {
        BulkState::Refused(_, why) => Some(problem::refusal_reason(app.cx.lang(), why)),
        BulkState::Conflict(_) => Some(Messages::new(app.cx.lang()).get("toast-conflict").into_owned()),
        _ => None,
    }
}

fn deal_name(app: &App, row: &BulkRow) -> String {
    if row.label.is_empty() {
        Messages::new(app.cx.lang()).get("deal-unnamed").into_owned()
    } else {
        row.label.clone()
    }
}

fn bulk_line(app: &App, verb: &BulkOp, row: &BulkRow) -> PickerLine {
    let words = Messages::new(app.cx.lang());
    let shown = |value: &str| match verb {
        BulkOp::Owner(_) if value.is_empty() => words.get("owner-none").into_owned(),
        BulkOp::Owner(_) => value.to_owned(),
        _ => vocabulary::deal_status_short(app.cx.lang(), value).into_owned(),
    };
    let change = || match verb {
        BulkOp::Delete => words.get("toast-deleted").into_owned(),
        _ => format!("{} → {}", shown(&row.from), shown(&row.to)),
    };
    let since = || {
        let deals = &app.cx.snapshot().deals;
        let now = deals.find(row.deal.as_str()).and_then(|ix| deals.row(ix));
        let Some(now) = now else {
            return words.with("bulk-row-gone", &[("value", MessageArg::from(shown(&row.to)))]);
        };
        let now = match verb {
            BulkOp::Owner(_) => shown(now.owner),
            // If the status still matches, the owner is the value that differs.
            BulkOp::SwimlaneCell { .. } if now.status == row.to => match now.owner {
                "" => words.get("owner-none").into_owned(),
                owner => owner.to_owned(),
            },
            _ => shown(now.status),
        };
        let args = [
            ("value", MessageArg::from(shown(&row.to))),
            ("now", MessageArg::from(now)),
        ];
        words.with("bulk-row-since", &args)
    };
    let (mark, note) = match &row.state {
        BulkState::Planned => (LineIcon::None, change()),
        BulkState::Skipped(reason) => (LineIcon::Skipped, words.get(reason.key()).into_owned()),
        BulkState::Waiting => (LineIcon::Waiting, change()),
        BulkState::Done => (LineIcon::Done, change()),
        BulkState::ChangedSince => (LineIcon::Skipped, since()),
        BulkState::Refused(..) | BulkState::Conflict(_) => (
            LineIcon::Failed,
            failure_reason(app, &row.state).unwrap_or_default(),
        ),
        BulkState::Cancelled => (LineIcon::Skipped, words.get("bulk-row-stopped").into_owned()),
    };
    let name = deal_name(app, row);
    PickerLine {
        enabled: !matches!(row.state, BulkState::Skipped(_)),
        ..picker_line(mark, &name, &note)
    }
}
