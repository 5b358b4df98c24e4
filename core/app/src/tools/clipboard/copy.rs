//! Copying the focus or the selection. The formats are identifier, name, spreadsheet rows, or the facts that the
//! partner's support asks for. Numbers keep all their digits, and a missing value is an empty cell.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::output::{CopyRequest, FrontEndRequest};
use crate::foundation::cx::toast_types::CopyContent;
use crate::foundation::presentation::age::age_heading;
use crate::records::activity::activity::ActivityState;
use crate::screens::inbox::inbox::InboxState;
use crate::screens::server_views::server_views::ServerViewsState;
use crate::screens::views::views::Views;
use jiff::Timestamp;

use crate::deals::table::queries;
use crate::model::pending_write::{PendingWrite, WriteProblem, WriteState};
use crate::model::snapshot::RequestLine;
use crate::model::table::DealRow;
use crate::text::{Lang, MessageArg, Messages, SafeText};
use crate::tools::clipboard::support_facts;

use crate::dataset::column::DealColumn;
use crate::deals::table::cell_range::CellRange;
use crate::foundation::input::context::Screen;
use crate::screens::views::saved_view::views_to_text;

impl AppCx {
    pub(crate) fn is_on_deals(&self) -> bool {
        matches!(self.screen, Screen::Pipeline | Screen::Deal)
    }

    /// Returns the request of a rejection: by request id, otherwise the newest with the write's method. The method
    /// matters, because later reads concern the same record, in this session and the next.
    fn rejected_request(&self, write: &PendingWrite, problem: &WriteProblem) -> Option<&RequestLine> {
        let known = || self.snapshot.requests.iter().rev();
        let number = problem.request_id.as_deref();
        let is_of_write = |line: &&RequestLine| {
            let method = write.kind.operation().map(|operation| operation.spec().method.as_str());
            method == Some(line.method) && line.path.contains(&*write.record)
        };
        let numbered = number.and_then(|number| known().find(|line| line.request_id == number));
        numbered.or_else(|| known().find(is_of_write))
    }
}

impl ActivityState {
    /// Returns the id of the focused request, or the idempotency key of the focused write.
    pub(crate) fn copy_text(&self, cx: &AppCx) -> Option<String> {
        match self.focused_request(cx) {
            Some(request) => Some(request.request_id.clone()),
            None => self.focused_write(cx).map(|write| write.key.clone()),
        }
    }
}

impl AppCx {
    pub(crate) fn copy(&mut self, copying: CopyRequest) {
        self.ask_front_end(FrontEndRequest::Copy(copying));
    }

    /// Copies lines. The toast shows a single line, or the number of several.
    pub(crate) fn copy_lines(&mut self, lines: &[String]) {
        match lines.len() {
            0 => {}
            1 => self.copy_text(lines.concat()),
            count => self.copy(CopyRequest { text: lines.join("\n"), content: CopyContent::Rows(count) }),
        }
    }

    /// Copies the focused view as text, or all views if "all deals" is focused.
    pub(crate) fn copy_views(&mut self, server_views: &mut ServerViewsState, views: &mut Views) {
        let focused = server_views.focused_view(views, self);
        let is_wanted = |name: &str| focused.as_deref().is_none_or(|focused| focused == name);
        let views: Vec<_> = views.list.iter().filter(|view| is_wanted(&view.name)).cloned().collect();
        if !views.is_empty() {
            self.copy(CopyRequest { text: views_to_text(&views), content: CopyContent::Views(views.len()) });
        }
    }

    pub(crate) fn copy_text(&mut self, text: String) {
        // The start of a JSON text would not identify the record.
        let content = if text.starts_with(['{', '[']) {
            CopyContent::Json
        } else {
            CopyContent::Text(SafeText::line_within(&text, 40).to_string())
        };
        self.copy(CopyRequest { text, content });
    }
}

impl TableState {
    /// Returns the cell range to copy, also while a deal is open beside the table. Opening a deal ends an earlier
    /// range, so the range is current.
    pub(crate) fn cells_to_copy(&self, cx: &AppCx) -> Option<CellRange> {
        let is_split_view = cx.options.split_view && cx.is_on_deals();
        is_split_view.then(|| self.cell_range()).flatten()
    }
}

impl Pipeline {
    /// Returns whether the copy has an identifier of the service. A selection is assumed to contain one.
    pub(crate) fn has_service_id(&self, cx: &AppCx) -> bool {
        let focused = self.copies_focused_deal(cx).then(|| self.focused_row(cx)).flatten();
        focused.is_none_or(|row| !row.service_id().is_empty())
    }

    /// Returns whether the copy concerns the focused deal.
    pub(crate) fn copies_focused_deal(&self, cx: &AppCx) -> bool {
        self.selection.is_empty() || cx.screen == Screen::Deal
    }
}

impl InboxState {
    /// Returns whether the support facts concern a rejected write instead of a request.
    pub fn has_rejected_write(&self, activity: &ActivityState, pipeline: &Pipeline, cx: &AppCx) -> bool {
        let facts = self.support_details(activity, pipeline, cx);
        facts.is_some_and(|facts| facts.content == CopyContent::Rejection)
    }

    /// Returns the facts of the newest request about the focus, for the partner's support.
    pub(crate) fn support_details(
        &self,
        activity: &ActivityState,
        pipeline: &Pipeline,
        cx: &AppCx,
    ) -> Option<CopyRequest> {
        let messages = Messages::new(cx.options.lang);
        let request =
            |line| CopyRequest { text: details_block(messages, line), content: CopyContent::Request };
        if let Some(line) = activity.focused_request(cx) {
            return Some(request(line));
        }
        let subject = match cx.screen {
            Screen::Activity => activity.focused_write(cx).map(|write| write.record.clone()),
            Screen::Notifications => self.focus.as_ref().map(ToString::to_string),
            _ => pipeline.focused_row(cx).map(|row| row.id.to_owned()),
        };
        let write = cx.snapshot.writes.iter().rev().find(|write| {
            let focused = cx.screen == Screen::Activity && Some(write.id) == activity.focused_write;
            focused || Some(&write.record) == subject.as_ref() && cx.screen != Screen::Activity
        });
        let line = subject
            .as_deref()
            .and_then(|id| cx.snapshot.requests.iter().rev().find(|line| line.path.contains(id)));
        if let Some(write) = write.filter(|write| write.is_blocked()) {
            let line = match &write.state {
                WriteState::Rejected(problem) => cx.rejected_request(write, problem),
                _ => line,
            };
            return Some(CopyRequest {
                text: support_facts::rejected_write_text(messages, write, line),
                content: CopyContent::Rejection,
            });
        }
        line.or_else(|| cx.snapshot.requests.last()).map(request)
    }
}

fn details_block(messages: &'static Messages, line: &RequestLine) -> String {
    let status = line
        .status
        .map_or_else(|| messages.get("request-no-answer").into_owned(), |status| status.to_string());
    let at: Timestamp = line.at;
    messages.with(
        "copy-request",
        &[
            ("method", MessageArg::from(line.method)),
            ("path", MessageArg::from(SafeText::line(&line.path).to_string())),
            ("status", MessageArg::from(status)),
            ("id", MessageArg::from(SafeText::line(&line.request_id).to_string())),
            ("at", MessageArg::from(at.to_string())),
        ],
    )
}

pub(crate) fn rows_text(cx: &AppCx, columns: &[DealColumn], rows: &[DealRow<'_>]) -> String {
    let mut columns = columns.to_vec();
    // The identifier lets the user find the deals again after pasting.
    if !columns.contains(&DealColumn::Id) {
        columns.push(DealColumn::Id);
    }
    tab_separated_lines(cx, &columns, rows)
}

/// Formats rows as tab-separated lines with a header line.
pub(crate) fn tab_separated_lines(cx: &AppCx, columns: &[DealColumn], rows: &[DealRow<'_>]) -> String {
    let lang = cx.options.lang;
    let heading = |column: &DealColumn| match column {
        DealColumn::Age if cx.age_clock().counts_working_days() => age_heading(cx),
        column => column.label(lang, false),
    };
    let headings: Vec<String> = columns.iter().map(heading).collect();
    let mut lines = vec![headings.join("\t")];
    for row in rows {
        let cells: Vec<String> = columns.iter().map(|column| cell_text(cx, lang, row, *column)).collect();
        lines.push(cells.join("\t"));
    }
    lines.join("\n") + "\n"
}

/// Formats a cell without number formatting, for spreadsheets. All digits are kept, without digit groups or unit; the
/// decimal mark follows the language. An apostrophe protects a text that a spreadsheet would take for a formula.
pub(crate) fn cell_text(cx: &AppCx, lang: Lang, row: &DealRow<'_>, column: DealColumn) -> String {
    match column {
        DealColumn::Kpi(key) => row.number(key).map_or_else(String::new, |value| {
            let text = value.to_string();
            match lang {
                Lang::Fr => text.replace('.', ","),
                Lang::En => text,
            }
        }),
        DealColumn::Age => {
            row.since.map(|since| cx.age_clock().days_since(since.at).to_string()).unwrap_or_default()
        }
        DealColumn::Id => support_facts::formula_safe(row.service_id()),
        _ => support_facts::formula_safe(&queries::cell_text(cx, row, column).unwrap_or_default()),
    }
}
