//! Telling what came of writes, once each, and keeping the focus of the outbox.

use crate::app::records::activity::panes::{JOURNAL, RIGHTS, NOTICES};
use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::deals::table::table::TableState;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::change::{Again, Change, Gone};
use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::input::context::Screen;
use crate::app::foundation::input::step::step;
use crate::app::records::activity::activity::ActivityState;
use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::engine::WriteId;

impl TableState {
    /// A creation is on disk: it can be taken back, and stands for the deal that it takes the place of.
    pub(in crate::app) fn created(
        &mut self,
        record: &str,
        label: &str,
        fields: &Fields,
        (again, decided): (Option<&str>, Option<WriteId>),
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let Ok(deal) = DealId::new(record) else { return };
        // It may be long before the service answers: the person goes on with the deal meanwhile.
        self.reveal(record, pipeline, cx);
        if let Some(was) = again {
            cx.history.rename(was, &deal);
            return;
        }
        let creation = Change::Existence {
            deal,
            label: label.to_owned(),
            created: true,
            again: Again {
                fields: fields.clone(),
                then: Fields::new(),
            },
            gone: Gone::No,
        };
        if !decided.is_some_and(|write| cx.history.decision_created(write, &creation)) {
            cx.history.push(creation);
        }
    }

    /// Puts the focus on a new deal, unless the person is busy with something else. Whether the filter hides it.
    pub(in crate::app) fn reveal(&mut self, record: &str, pipeline: &mut Pipeline, cx: &mut AppCx) -> bool {
        let table = &cx.snapshot.deals;
        let row = table.find(record);
        let place = row.and_then(|ix| pipeline.lens.place(table, ix));
        match place {
            Some((column, index)) if cx.layer == Layer::None && cx.screen == Screen::Pipeline => {
                self.focus_at(column, index, pipeline, cx);
                false
            }
            _ => pipeline.hides(record, cx),
        }
    }
}

impl Pipeline {
    /// Whether a deal is there, and the filter hides it.
    pub(in crate::app) fn hides(&self, record: &str, cx: &AppCx) -> bool {
        let table = &cx.snapshot.deals;
        let row = table.find(record);
        row.is_some_and(|ix| self.lens.place(table, ix).is_none())
    }
}

impl ActivityState {
    /// Finds the focused write again after the outbox changed; else its neighbour takes the focus.
    pub(in crate::app) fn anchor_write(&mut self, cx: &mut AppCx) {
        let writes = &cx.snapshot.writes;
        let kept = self.write.filter(|id| writes.iter().any(|write| write.id == *id));
        self.write = kept.or_else(|| {
            let before = self.write.unwrap_or(WriteId(0));
            writes
                .iter()
                .find(|write| write.id > before)
                .or(writes.last())
                .map(|write| write.id)
        });
    }

    pub(in crate::app) fn focus_write_by(&mut self, by: isize, cx: &mut AppCx) {
        let lines = match cx.pane {
            0 => None,
            JOURNAL => Some(cx.snapshot.observed.journal.len()),
            RIGHTS => Some(cx.snapshot.rights.iter().count()),
            NOTICES => {
                cx.scroll_lines(by);
                return;
            }
            _ => Some(self.shown_requests(cx).count()),
        };
        if let Some(lines) = lines {
            // Whoever goes on past the first line, or asks for it by name, wants the newest one.
            cx.line_held = cx.scroll.cast_signed().saturating_add(by) >= 0;
            cx.scroll = step(cx.scroll, by, lines);
            return;
        }
        let writes = &cx.snapshot.writes;
        let here = writes
            .iter()
            .position(|write| Some(write.id) == self.write)
            .unwrap_or(0);
        // The window shows everything on one sheet: what goes past the writes goes on along the sheet, and back.
        let past = if by > 0 {
            here + 1 >= writes.len()
        } else {
            cx.scroll > 0
        };
        if cx.options.beside && past {
            cx.scroll_lines(by);
            return;
        }
        let place = step(here, by, writes.len());
        self.write = writes.get(place).map(|write| write.id);
    }
}
