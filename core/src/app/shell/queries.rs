//! What a front end reads of the application: where it stands, what is shown, how much waits. Nothing here changes
//! anything.

use jiff::Timestamp;

use super::app::{
    App, BoardState, Context, FieldValue, InboxState, InboxTab, Layer, Lens, Options, Screen, Sides,
};
use crate::contract::ids::DealId;
use crate::engine::{DealRow, NotificationRow, PendingWrite, Snapshot};
use crate::text::Lang;

impl App {
    /// The context of the keys now.
    pub fn context(&self) -> Context {
        let screen = match self.cx.screen {
            Screen::Pipeline if self.table.shown => Context::Table,
            screen => screen.context(),
        };
        self.cx.layer.context().unwrap_or(screen)
    }

    /// What is typed in now, if anything is: its text, for a front end's own line editor.
    pub fn text_target(&self) -> Option<&str> {
        match &self.cx.layer {
            Layer::Filter if self.cx.screen == Screen::Explorer => Some(&self.explorer.filter),
            Layer::Filter if self.cx.screen == Screen::Notifications => Some(&self.inbox.filter),
            Layer::Filter => Some(&self.pipeline.board.filter),
            Layer::Palette(palette) => Some(&palette.query),
            Layer::Help {
                query, typing: true, ..
            } => Some(query),
            Layer::Form(form) => match form.fields.get(form.focus).map(|field| &field.value) {
                Some(FieldValue::Text { text, .. }) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    /// The newest snapshot.
    pub fn snapshot(&self) -> &Snapshot {
        &self.cx.snapshot
    }

    /// Whether something was asked of the engine that its newest snapshot does not reflect yet.
    pub fn awaits_engine(&self) -> bool {
        self.cx.submitted > self.cx.snapshot.handled
    }

    /// The moment the application believes it is.
    pub fn now(&self) -> Timestamp {
        self.cx.now
    }

    /// The same by the service's clock, as far as that is known: what ages are counted to.
    pub fn observed_now(&self) -> Timestamp {
        let off = self.cx.snapshot.keeping.clock_off;
        off.map_or(self.cx.now, |off| {
            self.cx.now.saturating_add(off).unwrap_or(self.cx.now)
        })
    }

    /// A moment at which something was read: one that a clock which was ahead gave is told as now.
    pub fn read_at(&self, at: Timestamp) -> Timestamp {
        at.min(self.observed_now())
    }

    /// The settings in force.
    pub fn options(&self) -> &Options {
        &self.cx.options
    }

    /// The language in force.
    pub fn lang(&self) -> Lang {
        self.cx.options.lang
    }

    /// The screen shown.
    pub fn screen(&self) -> Screen {
        self.cx.screen
    }

    /// What lies over the screen.
    pub fn layer(&self) -> &Layer {
        &self.cx.layer
    }

    /// The board's state.
    pub fn board(&self) -> &BoardState {
        &self.pipeline.board
    }

    /// The pipeline through the filter.
    pub fn lens(&self) -> &Lens {
        &self.pipeline.lens
    }

    /// Whether large type is shown, for a projector.
    pub fn presenting(&self) -> bool {
        self.cx.presenting
    }

    /// The inbox's state.
    pub fn inbox(&self) -> &InboxState {
        &self.inbox
    }

    /// The deal opened last.
    pub fn opened(&self) -> Option<&DealId> {
        self.pipeline.deal.as_ref()
    }

    /// The row of the deal opened last, if it is still there.
    pub fn opened_row(&self) -> Option<DealRow<'_>> {
        let table = &self.cx.snapshot.deals;
        table.row(table.find(self.pipeline.deal.as_ref()?.as_str())?)
    }

    /// Which pane of the screen has the focus.
    pub fn pane(&self) -> usize {
        self.cx.pane
    }

    /// How far the focused pane is scrolled, in lines.
    pub fn scroll(&self) -> usize {
        self.cx.scroll
    }

    /// The write of the outbox that has the focus.
    pub fn focused_write(&self) -> Option<&PendingWrite> {
        let id = self.activity.write?;
        self.cx.snapshot.writes.iter().find(|write| write.id == id)
    }

    /// Whose version is to be of the focused write's fields, if it is in conflict.
    pub fn sides(&self) -> &Sides {
        &self.activity.sides
    }

    /// Whether the person asked to leave.
    pub fn quitting(&self) -> bool {
        self.session.quitting
    }

    /// How many writes wait or are on their way.
    pub fn waiting(&self) -> usize {
        self.cx
            .snapshot
            .writes
            .iter()
            .filter(|write| !write.parked())
            .count()
    }

    /// How many writes are parked: refused or in conflict.
    pub fn parked(&self) -> usize {
        self.cx
            .snapshot
            .writes
            .iter()
            .filter(|write| write.parked())
            .count()
    }

    /// How many changes since the last visit there are to tell of: as many as the list of them has lines.
    pub fn since_told(&self) -> usize {
        self.visit.since_told
    }

    /// How many notifications are to be handled: unread, or held unread here, and awake.
    pub fn unread(&self) -> usize {
        let unread = |item: &&NotificationRow| self.counts_in(InboxTab::Unread, item);
        self.cx.snapshot.inbox.items.iter().filter(unread).count()
    }
}
