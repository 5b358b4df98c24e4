//! The full screen without its terminal: takes events, returns effects for the engine and bytes for the
//! terminal.

use std::io;
use std::sync::Arc;

use crossterm::event::Event;
use encours_core::app::foundation::cx::output::{Copying, HostRequest, Output};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::cx::toast_types::{CopiedBy, TurnFailure};
use encours_core::app::foundation::input::key::Key;
use encours_core::app::foundation::input::keymap::Keymap;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::dataset::column::SortKey;
use encours_core::model::effect::Effect;
use encours_core::model::snapshot::Snapshot;
use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::clipboard::Clipboard;
use super::frame_diff::Screen;
use super::keys;
use super::line_editor::Editor;
use super::mouse::Pointer;
use crate::screens;
use crate::theme::{Look, Theme};
use crate::widgets::Hits;

/// Maximum screen size; the rest of a larger terminal stays empty.
const LARGEST: (u16, u16) = (1_000, 500);

/// Result of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No visible change.
    Nothing,
    /// The screen may have changed.
    Changed,
    /// The user asked to suspend the process.
    Suspend,
}

/// Identity of the screen content.
///
/// After it changes, scrolled rows would rarely match the previous frame.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Face {
    screen: encours_core::app::foundation::input::context::Screen,
    table: bool,
    /// Filter and order of the shown deals.
    filter: String,
    order: Vec<SortKey>,
    /// Open overlay, including the filter line.
    layer: Option<std::mem::Discriminant<Layer>>,
}

impl Face {
    fn of(app: &App) -> Self {
        Self {
            screen: app.cx.screen(),
            table: app.table.shows_table(),
            filter: app.pipeline.board().filter_kept.clone(),
            order: app.table.table_order(&app.pipeline),
            layer: match app.cx.layer() {
                Layer::None | Layer::Filter => None,
                over => Some(std::mem::discriminant(over)),
            },
        }
    }
}

/// The full screen.
#[derive(Debug)]
pub struct Front {
    app: App,
    look: Look,
    size: Rect,
    editor: Editor,
    pointer: Pointer,
    hits: Hits,
    screen: Screen,
    /// Identity of the last frame.
    face: Option<Face>,
    effects: Vec<Effect>,
    to_write: String,
    requests: Vec<HostRequest>,
    clipboard: Clipboard,
    /// Last printed lines in screen reader mode.
    lines: Option<Vec<String>>,
}

impl Front {
    /// Creates a full screen of `size` cells.
    pub fn new(app: App, look: Look, size: (u16, u16)) -> Self {
        let mut front = Self {
            app,
            look,
            size: Rect::ZERO,
            editor: Editor::default(),
            pointer: Pointer::default(),
            hits: Hits::default(),
            screen: Screen::default(),
            face: None,
            effects: Vec::new(),
            to_write: String::new(),
            requests: Vec::new(),
            clipboard: Clipboard::default(),
            lines: None,
        };
        front.resize(size);
        front
    }

    /// Returns the application.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Requests the initial data from the engine.
    pub fn start(&mut self) {
        let output = self.app.start();
        self.take(output);
    }

    /// Takes the pending effects for the engine.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Applies a snapshot of the engine. Returns whether the screen may have changed.
    pub fn absorb(&mut self, snapshot: Arc<Snapshot>, now: Timestamp) -> bool {
        let ticked = self.tick(now);
        let output = self.app.absorb(snapshot);
        self.take(output) || ticked
    }

    /// Advances the time. Returns whether the screen may have changed.
    pub fn tick(&mut self, now: Timestamp) -> bool {
        let output = self.app.tick(now);
        self.take(output)
    }

    /// Handles a terminal event. Typed text is collected until [`Front::settle`], so that fast typing filters
    /// once.
    pub fn event(&mut self, event: Event, now: Timestamp) -> Outcome {
        match event {
            Event::Key(event) => keys::key(event).map_or(Outcome::Nothing, |key| self.key(key, now)),
            Event::Paste(text) => {
                if self.app.cx.types_on_line() {
                    // The form opens empty and then takes the paste.
                    self.apply(Action::SetText(String::new()), now);
                }
                self.editor.follow(&self.app);
                self.editor.paste(&text);
                Outcome::Changed
            }
            Event::Mouse(event) => {
                self.settle(now);
                let before = self.pointer.target_column();
                match self.pointer.event(event, &self.hits, &self.app) {
                    Some(action) => {
                        self.apply(action, now);
                        Outcome::Changed
                    }
                    None if before != self.pointer.target_column() => Outcome::Changed,
                    None => Outcome::Nothing,
                }
            }
            Event::Resize(columns, rows) => {
                self.resize((columns, rows));
                Outcome::Changed
            }
            Event::FocusGained | Event::FocusLost => Outcome::Nothing,
        }
    }

    fn key(&mut self, key: Key, now: Timestamp) -> Outcome {
        let action = self.app.action_of(key);
        let bound = matches!(action, Some(Action::Run(_)));
        if !bound && keys::suspends(key) {
            return Outcome::Suspend;
        }
        if !bound && keys::redraws(key) {
            self.screen.forget();
            return Outcome::Changed;
        }
        if let Some(action) = action {
            self.settle(now);
            self.apply(action, now);
            return Outcome::Changed;
        }
        self.editor.follow(&self.app);
        if self.editor.key(key) {
            Outcome::Changed
        } else {
            Outcome::Nothing
        }
    }

    /// Passes the collected text to the application.
    pub fn settle(&mut self, now: Timestamp) {
        if let Some(text) = self.editor.take_change() {
            self.apply(Action::SetText(text), now);
        }
    }

    fn apply(&mut self, action: Action, now: Timestamp) {
        let output = self.app.apply(action, now);
        self.take(output);
    }

    /// Copies what is to be copied, and keeps the rest for the event loop. Returns whether the screen may have changed.
    fn take(&mut self, output: Output) -> bool {
        self.effects.extend(output.effects);
        for request in output.host {
            match request {
                HostRequest::Copy(copying) => {
                    let said = self.copy(copying);
                    self.apply(said, self.app.cx.now());
                }
                other => self.requests.push(other),
            }
        }
        output.changed
    }

    /// Copies a text to the system clipboard, or to the terminal's if there is none.
    fn copy(&mut self, Copying { text, said: what }: Copying) -> Action {
        if let Some(by) = self.clipboard.take(&text) {
            return Action::Copied { what, by };
        }
        // A text too long for the terminal is reported as not copied.
        match self.clipboard.sequence(&text) {
            Some(sequence) => {
                self.to_write.push_str(&sequence);
                let by = CopiedBy::Terminal;
                Action::Copied { what, by }
            }
            None => Action::CopyFailed,
        }
    }

    /// Restarts on the source of the chosen user. The effects for the previous source were already submitted.
    pub fn turned(&mut self, now: Timestamp) {
        self.app = self.app.turned(now);
        self.editor = Editor::default();
        self.pointer = Pointer::default();
        self.start();
    }

    /// Reports that the source of the chosen user cannot be opened; nothing else changes.
    pub fn turn_failed(&mut self, why: TurnFailure, now: Timestamp) {
        self.apply(Action::TurnFailed(why), now);
    }

    /// Counts the pending writes in the store that was just closed.
    pub fn look_beside(&mut self) {
        let output = self.app.look_beside();
        self.take(output);
    }

    /// Takes the pending requests for the event loop.
    pub fn take_requests(&mut self) -> Vec<HostRequest> {
        std::mem::take(&mut self.requests)
    }

    /// True if an edit is pending.
    pub fn edits(&self) -> bool {
        let edits = |request: &HostRequest| matches!(request, HostRequest::Edit(_));
        self.requests.iter().any(edits)
    }

    /// Applies the result of an editor or an export.
    pub fn edited(&mut self, outcome: Action, now: Timestamp) {
        self.apply(outcome, now);
    }

    /// Applies the result of edited key bindings.
    pub fn rebound(&mut self, keys: Result<Keymap, String>) {
        self.app.cx.rebound(keys);
    }

    /// Sets the clipboard; the default is only the terminal's.
    #[must_use]
    pub fn with_clipboard(mut self, clipboard: Clipboard) -> Self {
        self.clipboard = clipboard;
        self
    }

    /// Selects screen reader output (lines) or drawing.
    #[must_use]
    pub fn as_lines(mut self, linear: bool) -> Self {
        self.lines = linear.then(Vec::new);
        self
    }

    /// Returns the lines that are new since the last call, for a screen reader.
    fn news(&mut self) -> Option<String> {
        let before = self.lines.take()?;
        self.app
            .pipeline
            .set_viewport(screens::viewport(&self.app, self.size), &mut self.app.cx);
        self.editor.follow(&self.app);
        let now = encours_core::app::shell::view::screen_reader::lines(&self.app);
        let mut news = String::new();
        for line in now.iter().filter(|line| !before.contains(line)) {
            news.push_str(&encours_core::text::plain_spaces(line));
            news.push_str("\r\n");
        }
        self.lines = Some(now);
        Some(news)
    }

    fn resize(&mut self, (columns, rows): (u16, u16)) {
        self.size = Rect::new(0, 0, columns.min(LARGEST.0), rows.min(LARGEST.1));
        // Terminals may move content during a resize.
        self.screen.forget();
    }

    /// Marks the terminal's content as unknown.
    pub fn forget(&mut self, size: (u16, u16)) {
        self.resize(size);
    }

    /// Draws the current frame. Returns its cells and the cursor position.
    pub fn draw(&mut self) -> (Buffer, Option<ratatui::layout::Position>) {
        self.app
            .pipeline
            .set_viewport(screens::viewport(&self.app, self.size), &mut self.app.cx);
        self.app
            .table
            .set_table_viewport(screens::table_viewport(self.size), &mut self.app.cx);
        self.editor.follow(&self.app);
        let mut buffer = Buffer::empty(self.size);
        let options = self.app.cx.options();
        let theme = Theme::new(options.theme, self.look).in_ascii(options.ascii);
        let drag = self.pointer.target_column();
        let drawn = screens::draw(&self.app, &mut buffer, theme, &self.editor, drag);
        theme.ground(&mut buffer);
        self.hits = drawn.hits;
        if let Some(most) = drawn.scroll_limit {
            self.app.cx.limit_scroll(most);
        }
        (buffer, drawn.cursor)
    }

    /// Returns the bytes that update the terminal; none if it is current.
    ///
    /// # Errors
    /// As `Screen::bytes`.
    pub fn frame(&mut self) -> io::Result<Vec<u8>> {
        if self.size.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(news) = self.news() {
            let mut bytes = news.into_bytes();
            bytes.extend_from_slice(std::mem::take(&mut self.to_write).as_bytes());
            return Ok(bytes);
        }
        let (buffer, cursor) = self.draw();
        let face = Face::of(&self.app);
        // In the palette, each letter changes parts of many rows, so scrolling does not help.
        let found = matches!(self.app.cx.layer(), Layer::Palette(_));
        if self.face.as_ref() != Some(&face) || found {
            self.screen.turn();
        }
        self.face = Some(face);
        let mut bytes = self.screen.bytes(buffer, cursor)?;
        bytes.extend_from_slice(std::mem::take(&mut self.to_write).as_bytes());
        Ok(bytes)
    }
}
