//! Copying: what has the focus, or the selection, as an identifier, a name, rows for a spreadsheet, or the block of
//! facts that the partner's support asks for. Numbers keep all their digits; what is missing stays an empty cell.

use jiff::Timestamp;

use crate::app::deals::table::view::table;
use crate::app::tools::clipboard::view::{handover, support_facts as words};
use crate::engine::{DealRow, NotificationRow, PendingWrite, RequestLine, WriteProblem, WriteState};
use crate::text::{Arg, Clean, Lang, Words};

use crate::app::deals::table::cell_range::Cells;
use crate::app::screens::views::saved_view::views_to_text;
use crate::app::shell::app::{App, Column, Screen};

/// A way to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyWay {
    /// The identifier.
    Id,
    /// The name.
    Name,
    /// The marked cells, with a line of heads.
    Cells,
    /// The row, or the selected rows, with a line of heads: tabs between cells, as a spreadsheet takes them.
    Rows,
    /// Every row shown, in the order shown, in the same form.
    Shown,
    /// The text to hand a shift over with.
    Handover,
    /// The facts of the newest request about it.
    Request,
}

/// Which clipboard took it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopiedBy {
    /// The system's.
    System,
    /// The terminal's, which hands it to the system it runs on (OSC 52).
    Terminal,
}

/// What is to be copied, and what is said of it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Copying {
    pub(in crate::app) text: String,
    pub(in crate::app) said: CopiedWhat,
}

/// What was copied, for the message that says so.
#[derive(Clone, Debug, PartialEq)]
pub enum CopiedWhat {
    /// This short text itself.
    Text(String),
    /// So many rows.
    Rows(usize),
    /// So many cells.
    Cells(usize),
    /// The facts of a request.
    Request,
    /// The facts of a write that was refused.
    Refusal,
    /// What the service sent, as JSON.
    Json,
    /// So many views.
    Views(usize),
    /// The text to hand a shift over with.
    Handover,
}

impl App {
    /// The ways that are open for what has the focus.
    pub fn ways_to_copy(&self) -> Vec<CopyWay> {
        let deals = self.on_deals();
        let any = self.focused_row().is_some() || !self.pipeline.selection.is_empty();
        let mut ways = Vec::new();
        if self.cells_to_copy().is_some() {
            ways.push(CopyWay::Cells);
        }
        if deals && any {
            if self.copies_an_id() {
                ways.push(CopyWay::Id);
            }
            ways.extend([CopyWay::Name, CopyWay::Rows]);
        }
        let rows = self.copied_rows(CopyWay::Rows);
        if self.cx.screen == Screen::Pipeline && self.copied_rows(CopyWay::Shown) > rows {
            ways.push(CopyWay::Shown);
        }
        if self.cx.screen == Screen::Notifications {
            let meant = self.meant_notifications().len();
            if meant > 0 {
                ways.extend([CopyWay::Id, CopyWay::Name, CopyWay::Rows]);
            }
            if self.shown_notifications().len() > meant {
                ways.push(CopyWay::Shown);
            }
            if !self.cx.snapshot.inbox.items.is_empty() {
                ways.push(CopyWay::Handover);
            }
        }
        if self.facts_for_support().is_some() {
            ways.push(CopyWay::Request);
        }
        ways
    }

    /// How many rows a way copies, or cells where it copies those.
    pub fn copied_rows(&self, way: CopyWay) -> usize {
        match way {
            CopyWay::Shown if self.cx.screen == Screen::Notifications => self.shown_notifications().len(),
            CopyWay::Shown => self.pipeline.lens.shown,
            CopyWay::Request | CopyWay::Handover => 1,
            CopyWay::Cells => self.cells_to_copy().map_or(0, |cells| {
                let (rows, columns) = cells.size();
                rows * columns
            }),
            _ if self.cx.screen == Screen::Notifications => self.meant_notifications().len(),
            CopyWay::Id | CopyWay::Name | CopyWay::Rows if !self.on_deals() => 1,
            CopyWay::Id | CopyWay::Name | CopyWay::Rows if self.copies_focused() => {
                usize::from(self.focused_row().is_some())
            }
            CopyWay::Id | CopyWay::Name | CopyWay::Rows => self.selection_summary().count,
        }
    }

    fn on_deals(&self) -> bool {
        matches!(self.cx.screen, Screen::Pipeline | Screen::Deal)
    }

    /// What a single key copies: the selection as rows, the facts of a write that was refused, else the identifier of what
    /// has the focus.
    pub(in crate::app) fn copy(&mut self) {
        if self.on_deals() {
            // In the window's table a cell has the focus, as in a spreadsheet, and it is that cell that is copied.
            let cells = self.cx.options.beside && self.table.shown && self.cx.screen == Screen::Pipeline;
            if self.cells_to_copy().is_some() {
                return self.copy_as(CopyWay::Cells);
            }
            if cells && self.pipeline.selection.is_empty() {
                if let (Some(column), Some(row)) = (self.table.focused_column(), self.focused_row()) {
                    let text = cell(self, self.cx.options.lang, &row, column);
                    self.copy_text(text);
                }
                return;
            }
            if let (Some(key), Some(row)) = (self.focused_ratio(), self.opened_row()) {
                let text = cell(self, self.cx.options.lang, &row, Column::Kpi(key));
                self.copy_text(text);
                return;
            }
            let way = if self.copies_focused() && self.copies_an_id() {
                CopyWay::Id
            } else {
                CopyWay::Rows
            };
            return self.copy_as(way);
        }
        let text = match self.cx.screen {
            Screen::Portfolio => {
                let portfolio = self.cx.snapshot.portfolio.value.as_ref();
                portfolio.map(|portfolio| portfolio.record().as_str().to_owned())
            }
            Screen::Notifications if self.picked_count() > 0 => return self.copy_as(CopyWay::Rows),
            Screen::Notifications => self.inbox.focus.as_ref().map(|id| id.as_str().to_owned()),
            // Of a refusal nobody wants the key alone: it is explained to somebody.
            Screen::Activity if self.focused_request().is_none() && self.copies_refusal() => {
                return self.copy_as(CopyWay::Request);
            }
            Screen::Activity => self.copy_of_activity(),
            Screen::Tasks => self.focused_task().map(|task| task.id.clone()),
            Screen::Views => self.copy_of_library(),
            Screen::Explorer => self.copy_of_explorer(),
            Screen::Pipeline | Screen::Deal => None,
        };
        if let Some(text) = text {
            self.copy_text(text);
        }
    }

    /// The identifier of the focused request, or the key of the focused write.
    pub(in crate::app) fn copy_of_activity(&self) -> Option<String> {
        match self.focused_request() {
            Some(request) => Some(request.request_id.clone()),
            None => self.focused_write().map(|write| write.key.clone()),
        }
    }

    pub(in crate::app) fn copy_as(&mut self, way: CopyWay) {
        match way {
            CopyWay::Request => {
                if let Some(facts) = self.facts_for_support() {
                    self.clipboard.to_copy = Some(facts);
                }
            }
            CopyWay::Cells => {
                if let Some(range) = self.cells_to_copy() {
                    let text = self.cells_as_text(&range);
                    let said = CopiedWhat::Cells(self.copied_rows(way));
                    self.clipboard.to_copy = Some(Copying { text, said });
                }
            }
            CopyWay::Handover => {
                self.clipboard.to_copy = Some(Copying {
                    text: handover::text(self),
                    said: CopiedWhat::Handover,
                });
            }
            CopyWay::Rows | CopyWay::Shown if self.cx.screen == Screen::Notifications => {
                let rows = if way == CopyWay::Shown {
                    self.shown_notifications()
                } else {
                    self.meant_notifications()
                };
                let text = handover::tab_separated(self, &rows);
                let said = CopiedWhat::Rows(rows.len());
                self.clipboard.to_copy = Some(Copying { text, said });
            }
            CopyWay::Rows | CopyWay::Shown => {
                let rows = if way == CopyWay::Shown {
                    let table = &self.cx.snapshot.deals;
                    self.rows_shown().filter_map(|ix| table.row(ix)).collect()
                } else {
                    self.rows_to_copy()
                };
                let text = rows_as_text(self, &rows);
                let said = CopiedWhat::Rows(rows.len());
                self.clipboard.to_copy = Some(Copying { text, said });
            }
            CopyWay::Id | CopyWay::Name if self.on_deals() => {
                let rows = self.rows_to_copy();
                let one = |row: &DealRow<'_>| match way {
                    CopyWay::Id => row.service_id().to_owned(),
                    _ => Clean::line(row.name).to_string(),
                };
                let mut lines: Vec<String> = rows.iter().map(one).collect();
                lines.retain(|line| way != CopyWay::Id || !line.is_empty());
                self.copy_lines(&lines);
            }
            CopyWay::Id | CopyWay::Name => {
                let rows = self.meant_notifications();
                let one = |row: &&NotificationRow| match way {
                    CopyWay::Id => row.id.as_str().to_owned(),
                    _ => Clean::line(&row.title).to_string(),
                };
                let lines: Vec<String> = rows.iter().map(one).collect();
                self.copy_lines(&lines);
            }
        }
    }

    /// One line is told whole, of several their number.
    fn copy_lines(&mut self, lines: &[String]) {
        match lines.len() {
            0 => {}
            1 => self.copy_text(lines.concat()),
            count => {
                self.clipboard.to_copy = Some(Copying {
                    text: lines.join("\n"),
                    said: CopiedWhat::Rows(count),
                });
            }
        }
    }

    /// Copies the focused view as text, or all of them from the line of "all deals".
    pub(in crate::app) fn copy_views(&mut self) {
        let focused = self.focused_view();
        let meant = |name: &str| focused.as_deref().is_none_or(|focused| focused == name);
        let views: Vec<_> = self
            .views
            .list
            .iter()
            .filter(|view| meant(&view.name))
            .cloned()
            .collect();
        if !views.is_empty() {
            self.clipboard.to_copy = Some(Copying {
                text: views_to_text(&views),
                said: CopiedWhat::Views(views.len()),
            });
        }
    }

    pub(in crate::app) fn copy_text(&mut self, text: String) {
        // The beginning of an object tells nobody what it was.
        let said = if text.starts_with(['{', '[']) {
            CopiedWhat::Json
        } else {
            CopiedWhat::Text(Clean::line_of(&text, 40).to_string())
        };
        self.clipboard.to_copy = Some(Copying { text, said });
    }

    /// The range of cells that a copy means: beside an opened deal too, for opening one has ended what was marked before.
    fn cells_to_copy(&self) -> Option<Cells> {
        let there = self.cx.options.beside && self.on_deals();
        there.then(|| self.cells()).flatten()
    }

    /// A range of cells with the heads of its columns.
    fn cells_as_text(&self, range: &Cells) -> String {
        let columns = self.table.columns.get(range.columns.clone()).unwrap_or_default();
        let rows = self.table.rows().get(range.rows.clone()).unwrap_or_default();
        let deals = &self.cx.snapshot.deals;
        let rows: Vec<DealRow<'_>> = rows.iter().filter_map(|ix| deals.row(*ix)).collect();
        lines(self, columns, &rows)
    }

    /// The selection, or the deal that has the focus where there is none or another screen shows one deal.
    fn rows_to_copy(&self) -> Vec<DealRow<'_>> {
        if self.copies_focused() {
            return self.focused_row().into_iter().collect();
        }
        self.selected_rows()
    }

    /// Whether what would be copied has an identifier that the service knows; among several some will.
    fn copies_an_id(&self) -> bool {
        let one = self.copies_focused().then(|| self.focused_row()).flatten();
        one.is_none_or(|row| !row.service_id().is_empty())
    }

    /// Whether it is the deal that has the focus.
    fn copies_focused(&self) -> bool {
        self.pipeline.selection.is_empty() || self.cx.screen == Screen::Deal
    }

    /// Whether what support is given is about a write that was refused, and not about a request.
    pub fn copies_refusal(&self) -> bool {
        let facts = self.facts_for_support();
        facts.is_some_and(|facts| facts.said == CopiedWhat::Refusal)
    }

    /// What the partner's support needs to find the newest request about what has the focus.
    fn facts_for_support(&self) -> Option<Copying> {
        let words = Words::new(self.cx.options.lang);
        let request = |line| Copying {
            text: block(words, line),
            said: CopiedWhat::Request,
        };
        if let Some(line) = self.focused_request() {
            return Some(request(line));
        }
        let about = match self.cx.screen {
            Screen::Activity => self.focused_write().map(|write| write.record.clone()),
            Screen::Notifications => self.inbox.focus.as_ref().map(ToString::to_string),
            _ => self.focused_row().map(|row| row.id.to_owned()),
        };
        let write = self.cx.snapshot.writes.iter().rev().find(|write| {
            let focused = self.cx.screen == Screen::Activity && Some(write.id) == self.activity.write;
            focused || Some(&write.record) == about.as_ref() && self.cx.screen != Screen::Activity
        });
        let line = about.as_deref().and_then(|id| {
            self.cx
                .snapshot
                .requests
                .iter()
                .rev()
                .find(|line| line.path.contains(id))
        });
        if let Some(write) = write.filter(|write| write.parked()) {
            let line = match &write.state {
                WriteState::Refused(problem) => self.request_that_was_refused(write, problem),
                _ => line,
            };
            return Some(Copying {
                text: words::refused_write(words, write, line),
                said: CopiedWhat::Refusal,
            });
        }
        line.or_else(|| self.cx.snapshot.requests.last()).map(request)
    }

    /// The request that a refusal answered: the one of its number, else the newest of the write's own method. Reads of
    /// the same record come after it, in this session and in the next.
    fn request_that_was_refused(&self, write: &PendingWrite, problem: &WriteProblem) -> Option<&RequestLine> {
        let known = || self.cx.snapshot.requests.iter().rev();
        let number = problem.request_id.as_deref();
        let own = |line: &&RequestLine| {
            let method = write
                .kind
                .operation()
                .map(|operation| operation.spec().method.as_str());
            method == Some(line.method) && line.path.contains(&*write.record)
        };
        let numbered = number.and_then(|number| known().find(|line| line.request_id == number));
        numbered.or_else(|| known().find(own))
    }
}

fn block(words: &'static Words, line: &RequestLine) -> String {
    let status = line.status.map_or_else(
        || words.get("request-no-answer").into_owned(),
        |status| status.to_string(),
    );
    let at: Timestamp = line.at;
    words.with(
        "copy-request",
        &[
            ("method", Arg::from(line.method)),
            ("path", Arg::from(Clean::line(&line.path).to_string())),
            ("status", Arg::from(status)),
            ("id", Arg::from(Clean::line(&line.request_id).to_string())),
            ("at", Arg::from(at.to_string())),
        ],
    )
}

fn rows_as_text(app: &App, rows: &[DealRow<'_>]) -> String {
    let mut columns = app.table.columns.clone();
    // Whoever pastes rows wants to find the deals again.
    if !columns.contains(&Column::Id) {
        columns.push(Column::Id);
    }
    lines(app, &columns, rows)
}

/// A line of heads and a line for each row.
fn lines(app: &App, columns: &[Column], rows: &[DealRow<'_>]) -> String {
    let lang = app.cx.options.lang;
    let heads: Vec<String> = columns.iter().map(|column| column.label(lang, false)).collect();
    let mut lines = vec![heads.join("\t")];
    for row in rows {
        let cells: Vec<String> = columns
            .iter()
            .map(|column| cell(app, lang, row, *column))
            .collect();
        lines.push(cells.join("\t"));
    }
    lines.join("\n") + "\n"
}

/// A cell without any formatting that a spreadsheet would stumble over: all digits, no groups, no unit; the decimal
/// mark is that of the language. A text that a spreadsheet would take for a formula is kept one by an apostrophe.
fn cell(app: &App, lang: Lang, row: &DealRow<'_>, column: Column) -> String {
    match column {
        Column::Kpi(key) => row.number(key).map_or_else(String::new, |value| {
            let text = value.to_string();
            match lang {
                Lang::Fr => text.replace('.', ","),
                Lang::En => text,
            }
        }),
        Column::Age => row
            .since
            .map(|since| {
                crate::app::shell::app::age_days(since.at, app.observed_now().as_second()).to_string()
            })
            .unwrap_or_default(),
        Column::Id => words::guarded(row.service_id()),
        _ => words::guarded(&table::text(app, row, column).unwrap_or_default()),
    }
}
