//! Text of a bulk change: its plan or progress, and the result of each deal.

use crate::changes::bulk::model::{Bulk, BulkStage};
use crate::changes::import::view as import_view;
use crate::foundation::cx::bulk_row::{BulkOp, BulkRow, BulkState};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::presentation::{problem, send_countdown};
use crate::import::planned_row::RowCategory;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};
use crate::vocabulary;

use crate::foundation::presentation::chrome::board_key;
use crate::foundation::presentation::picker_view::{LineIcon, PickerLine, PickerView, picker_line};

/// Rows per block. Three blocks around the focus are built, more than any screen shows.
const ROWS_PER_BLOCK: usize = 96;

pub(crate) fn bulk_picker(app: &App, bulk: &Bulk, focus: usize) -> PickerView {
    let messages = Messages::new(app.cx.lang());
    let counts = bulk.counts();
    let count_text = |key: &str, n: usize| messages.with(key, &[("n", MessageArg::from(n))]);
    let title = match &bulk.op {
        BulkOp::Status(status) => {
            let status = vocabulary::deal_status(app.cx.lang(), status).into_owned();
            messages.with("bulk-move-title", &[("status", MessageArg::from(status))])
        }
        BulkOp::SwimlaneCell { status, owner } => {
            let status = vocabulary::deal_status(app.cx.lang(), status).into_owned();
            let no_owner = messages.get("owner-none");
            let owner = if owner.is_empty() { &*no_owner } else { owner };
            let owner = SafeText::line_within(owner, 30);
            let args = [("status", MessageArg::from(status)), ("owner", MessageArg::from(&owner))];
            messages.with("bulk-lane-title", &args)
        }
        BulkOp::Adjacent { forward: true } => messages.get("action-move-next").into_owned(),
        BulkOp::Adjacent { forward: false } => messages.get("action-move-previous").into_owned(),
        BulkOp::Owner(owner) if owner.is_empty() => messages.get("bulk-no-owner-title").into_owned(),
        BulkOp::Owner(owner) => {
            let owner = SafeText::line_within(owner, 30);
            messages.with("bulk-owner-title", &[("owner", MessageArg::from(&owner))])
        }
        BulkOp::Delete => messages.get("bulk-delete-title").into_owned(),
        BulkOp::Import(plan) => import_view::title(app.cx.lang(), plan),
    };
    let import = match &bulk.op {
        BulkOp::Import(plan) => Some(plan),
        _ => None,
    };
    let (mut summary, mut warning_line) = (Vec::new(), None);
    let mut parts = Vec::new();
    let planned = match bulk.op {
        BulkOp::Delete => "bulk-planned-deletion",
        _ => "bulk-planned",
    };
    let counters = [
        (planned, counts.planned),
        ("bulk-done", counts.done),
        ("bulk-since", counts.changed_since),
        ("bulk-waiting", counts.waiting),
        ("bulk-failed", counts.failed - counts.conflicts),
        ("bulk-conflicts", counts.conflicts),
        ("bulk-stopped", counts.cancelled),
        ("bulk-skipped", if import.is_some() { 0 } else { counts.skipped }),
    ];
    for (key, n) in counters {
        if n > 0 {
            parts.push(count_text(key, n));
        }
    }
    let unwritten = [RowCategory::Refused, RowCategory::Uncertain, RowCategory::Same];
    let unwritten = import.map(|plan| import_view::counts_text(app.cx.lang(), plan, &unwritten));
    parts.extend(unwritten.filter(|text| !text.is_empty()));
    summary.push(parts.join(" · "));
    if let (Some(plan), BulkStage::Plan) = (import, bulk.stage()) {
        summary = vec![import_view::counts_text(app.cx.lang(), plan, &RowCategory::ALL)];
        summary.extend(import_view::mapping_text(app.cx.lang(), plan));
    }
    if bulk.stage() == BulkStage::Plan {
        let warning = match &bulk.op {
            BulkOp::Owner(owner) if owner.is_empty() => Some(messages.get("bulk-no-owner-said").into_owned()),
            BulkOp::Owner(owner) => crate::changes::forms::view::unknown_owner_warning(app, owner),
            _ => None,
        };
        warning_line = warning.is_some().then_some(summary.len());
        summary.extend(warning);
        summary.push(messages.with("bulk-nothing-yet", &[("key", board_key(&app.cx, ActionId::Open))]));
        if app.bulk_change.is_deletion_planned(&app.cx) {
            summary.push(send_countdown::deletion_undo_text(&app.cx));
        }
    } else if let Some(until) = app.bulk_change.bulk_sends_at(&app.cx) {
        summary.push(send_countdown::sends_in_text(&app.cx, until, bulk.op == BulkOp::Delete));
    }
    let submitted = counts.submitted();
    let finished = submitted - counts.waiting;
    let lines_before = (focus / ROWS_PER_BLOCK).saturating_sub(1) * ROWS_PER_BLOCK;
    PickerView {
        title,
        summary,
        warning_line,
        progress: (bulk.stage() == BulkStage::Run && submitted > 0)
            .then(|| finished as f32 / submitted as f32),
        lines: (lines_before..bulk.len())
            .take(3 * ROWS_PER_BLOCK)
            .filter_map(|at| Some(bulk_line(app, &bulk.op, &*bulk.row(at)?)))
            .collect(),
        lines_before,
        count: bulk.len(),
    }
}

/// Returns the name of the first failed deal and the reason.
pub(crate) fn first_failure(app: &App) -> Option<(String, String)> {
    let bulk = app.bulk_change.bulk()?;
    let mut rows = (0..bulk.len()).filter_map(|at| bulk.row(at));
    rows.find_map(|row| {
        let reason = failure_reason(app, &row.state)?;
        Some((deal_name(app, &row), reason))
    })
}

/// Returns why a deal failed, if it did.
fn failure_reason(app: &App, state: &BulkState) -> Option<String> {
    match state {
        BulkState::Rejected(_, problem) => Some(problem::rejection_reason(app.cx.lang(), problem)),
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

fn bulk_line(app: &App, op: &BulkOp, row: &BulkRow) -> PickerLine {
    let messages = Messages::new(app.cx.lang());
    let value_text = |value: &str| match op {
        BulkOp::Owner(_) if value.is_empty() => messages.get("owner-none").into_owned(),
        BulkOp::Owner(_) => value.to_owned(),
        _ => vocabulary::deal_status_short(app.cx.lang(), value).into_owned(),
    };
    let import_text =
        || row.import_row(op).map_or_else(String::new, |row| import_view::row_text(app.cx.lang(), row));
    let change = || match op {
        BulkOp::Delete => messages.get("toast-deleted").into_owned(),
        BulkOp::Import(_) => import_text(),
        _ => format!("{} → {}", value_text(&row.from), value_text(&row.to)),
    };
    let changed_since = || {
        let deals = &app.cx.snapshot().deals;
        let now = deals.find(row.deal.as_str()).and_then(|ix| deals.row(ix));
        let Some(now) = now else {
            return messages.with("bulk-row-gone", &[("value", MessageArg::from(value_text(&row.to)))]);
        };
        let now = match op {
            BulkOp::Owner(_) => value_text(now.owner),
            // If the status still matches, the owner is the value that differs.
            BulkOp::SwimlaneCell { .. } if now.status == row.to => match now.owner {
                "" => messages.get("owner-none").into_owned(),
                owner => owner.to_owned(),
            },
            _ => value_text(now.status),
        };
        let args = [("value", MessageArg::from(value_text(&row.to))), ("now", MessageArg::from(now))];
        messages.with("bulk-row-since", &args)
    };
    let (mark, note) = match &row.state {
        BulkState::Planned => (LineIcon::None, change()),
        BulkState::Skipped(DisabledReason::NotImported) => (LineIcon::Failed, import_text()),
        BulkState::Skipped(reason) => (LineIcon::Skipped, messages.get(reason.key()).into_owned()),
        BulkState::Waiting => (LineIcon::Waiting, change()),
        BulkState::Done => (LineIcon::Done, change()),
        BulkState::ChangedSince => (LineIcon::Skipped, changed_since()),
        BulkState::Rejected(..) | BulkState::Conflict(_) => {
            (LineIcon::Failed, failure_reason(app, &row.state).unwrap_or_default())
        }
        BulkState::Cancelled => (LineIcon::Skipped, messages.get("bulk-row-stopped").into_owned()),
    };
    let name = match row.import_row(op) {
        Some(row) => import_view::row_name(app.cx.lang(), row),
        None => deal_name(app, row),
    };
    PickerLine { enabled: !matches!(row.state, BulkState::Skipped(_)), ..picker_line(mark, &name, &note) }
}
