//! The full screen without its terminal: events in, effects for the engine and bytes for the terminal out.

use std::io;
use std::sync::Arc;

use crossterm::event::Event;
use encours_core::app::changes::forms::edited_text::Edit;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::cx::toast_types::{ActFor, CopiedBy, TurnFailure};
use encours_core::app::foundation::dataset::column::SortKey;
use encours_core::app::foundation::input::key::Key;
use encours_core::app::foundation::input::keymap::Keymap;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::app::tools::export::export::Export;
use encours_core::engine::{Effect, Snapshot};
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

/// The largest screen that is drawn; what a terminal has beyond it stays empty.
const LARGEST: (u16, u16) = (1_000, 500);

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing may look different.
    Nothing,
    /// Something may look different.
    Changed,
    /// The person asked to stop the process for a while.
    Suspend,
}

/// What of the application fills the screen. Where that is something else than before, little of what stood there stands in
/// the place that it moved from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Face {
    screen: encours_core::app::foundation::input::context::Screen,
    table: bool,
    /// The filter that leaves the deals shown, and the order that they stand in.
    filter: String,
    order: Vec<SortKey>,
    /// What lies over the screen; the line of the filter is part of it.
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
    /// What was shown last.
    face: Option<Face>,
    effects: Vec<Effect>,
    to_write: String,
    to_edit: Option<Edit>,
    clipboard: Clipboard,
    /// What was said last, where the screen is printed as lines.
    lines: Option<Vec<String>>,
}

impl Front {
    /// A full screen of `size` cells.
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
            to_edit: None,
            clipboard: Clipboard::default(),
            lines: None,
        };
        front.resize(size);
        front
    }

    /// The application.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Asks the engine for what the start needs.
    pub fn start(&mut self) {
        self.effects.extend(self.app.start());
    }

    /// What the engine has to do, once.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Takes in what the engine has published. Returns whether anything may look different.
    pub fn absorb(&mut self, snapshot: Arc<Snapshot>, now: Timestamp) -> bool {
        let ticked = self.app.tick(now);
        let changed = self.app.absorb(snapshot) || ticked;
        self.effects.extend(self.app.cx.take_afterwards());
        changed
    }

    /// Lets time pass. Returns whether anything may look different.
    pub fn tick(&mut self, now: Timestamp) -> bool {
        let changed = self.app.tick(now);
        self.effects.extend(self.app.cx.take_afterwards());
        changed
    }

    /// Takes one event of the terminal. Text being typed is kept until [`Front::settle`], so that a burst of letters
    /// filters once.
    pub fn event(&mut self, event: Event, now: Timestamp) -> Outcome {
        match event {
            Event::Key(event) => keys::key(event).map_or(Outcome::Nothing, |key| self.key(key, now)),
            Event::Paste(text) => {
                if self.app.cx.types_on_line() {
                    // The form begins empty, and takes the paste as it takes any.
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
        if let Some(text) = keys::typed(key).filter(|_| self.app.cx.types_on_line()) {
            self.apply(Action::SetText(text), now);
            return Outcome::Changed;
        }
        if self.app.search_menu(key, now) {
            return Outcome::Changed;
        }
        let bound = self
            .app
            .cx
            .options()
            .keymap
            .action(self.app.table.context(&self.app.cx), key);
        if let Some(action) = bound {
            self.settle(now);
            self.apply(Action::Run(action), now);
            return Outcome::Changed;
        }
        if keys::suspends(key) {
            return Outcome::Suspend;
        }
        if keys::redraws(key) {
            self.screen.forget();
            return Outcome::Changed;
        }
        if self.app.deletion.disarm(&mut self.app.cx) {
            return Outcome::Changed;
        }
        self.editor.follow(&self.app);
        if self.editor.key(key) || self.app.say_elsewhere(key, now) {
            Outcome::Changed
        } else {
            Outcome::Nothing
        }
    }

    /// Hands the text typed so far to the application.
    pub fn settle(&mut self, now: Timestamp) {
        if let Some(text) = self.editor.take_change() {
            self.apply(Action::SetText(text), now);
        }
    }

    fn apply(&mut self, action: Action, now: Timestamp) {
        let effects = self.app.apply(action, now);
        self.effects.extend(effects);
        if let Some(text) = self.app.clipboard.take_copy() {
            let said = self.copy(&text);
            let effects = self.app.apply(said, now);
            self.effects.extend(effects);
        }
        if let Some(edit) = self.app.forms.take_edit() {
            self.to_edit = Some(edit);
        }
    }

    /// Hands a text to the system's clipboard or, where there is none or another machine's, to the terminal's.
    fn copy(&mut self, text: &str) -> Action {
        if let Some(by) = self.clipboard.take(text) {
            return Action::Copied(by);
        }
        // A text too long for a terminal is not copied, and not said to have been.
        match self.clipboard.sequence(text) {
            Some(sequence) => {
                self.to_write.push_str(&sequence);
                Action::Copied(CopiedBy::Terminal)
            }
            None => Action::CopyFailed,
        }
    }

    /// Takes whose store is to be opened, once.
    pub fn take_turn(&mut self) -> Option<ActFor> {
        self.app.acting.take_turn()
    }

    /// The store of whoever was chosen is open: begins anew on it. What the one before was asked for has been handed in.
    pub fn turned(&mut self, now: Timestamp) {
        self.app = self.app.turned(now);
        self.editor = Editor::default();
        self.pointer = Pointer::default();
        self.start();
    }

    /// The store of whoever was chosen can't be opened: everything stays as it was.
    pub fn turn_failed(&mut self, why: TurnFailure, now: Timestamp) {
        self.apply(Action::TurnFailed(why), now);
    }

    /// The store that was left has been closed: what waits there can be counted.
    pub fn look_beside(&mut self) {
        let effects = self.app.cx.look_beside();
        self.effects.extend(effects);
    }

    /// Takes the file that is to be written, once.
    pub fn take_export(&mut self) -> Option<Export> {
        self.app.take_export()
    }

    /// Takes what is to be edited in an editor, once.
    pub fn take_edit(&mut self) -> Option<Edit> {
        self.to_edit.take()
    }

    /// Whether something is to be edited in an editor.
    pub fn edits(&self) -> bool {
        self.to_edit.is_some()
    }

    /// What came of what was done outside the screen: of an editor, of a file.
    pub fn edited(&mut self, outcome: Action, now: Timestamp) {
        self.apply(outcome, now);
    }

    /// What became of the keys that were edited.
    pub fn rebound(&mut self, keys: Result<Keymap, String>) {
        self.app.cx.rebound(keys);
    }

    /// Copies as this process's surroundings allow, not through a bare terminal alone.
    #[must_use]
    pub fn with_clipboard(mut self, clipboard: Clipboard) -> Self {
        self.clipboard = clipboard;
        self
    }

    /// Prints the screen as lines, or draws it.
    #[must_use]
    pub fn as_lines(mut self, linear: bool) -> Self {
        self.lines = linear.then(Vec::new);
        self
    }

    /// What is to be said: the lines that were not there before.
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
        // A terminal may have moved everything about while it changed its size.
        self.screen.forget();
    }

    /// The terminal no longer shows what was written last.
    pub fn forget(&mut self, size: (u16, u16)) {
        self.resize(size);
    }

    /// Draws the frame as of now. Returns its cells and where the cursor stands.
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

    /// The bytes that bring the terminal up to date; none if it is.
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
        // What is found in the palette stands in other places with each letter, and in parts of rows.
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
