//! The full screen without its terminal: takes events, returns effects for the engine and bytes for the
//! terminal.

use std::io;
use std::sync::Arc;

use crossterm::event::Event;
use encours_core::app::foundation::cx::output::{CopyRequest, FrontEndRequest, Output};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::cx::toast_types::{ClipboardKind, SwitchFailure};
use encours_core::app::foundation::input::key::Key;
use encours_core::app::foundation::input::keymap::Keymap;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::tabs::shown_text;
use encours_core::app::tools::settings::settings::SettingsRead;
use encours_core::config::UserCheck;
use encours_core::dataset::column::SortKey;
use encours_core::error::Reason;
use encours_core::model::effect::Effect;
use encours_core::model::snapshot::Snapshot;
use encours_core::vocabulary::setting::SettingEdit;
use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use secrecy::SecretString;

use super::clipboard::ClipboardState;
use super::frame_diff::TerminalContent;
use super::input::dropped_file;
use super::keys;
use super::line_editor::LineEditor;
use super::lock_input::LockInput;
use super::mouse::Pointer;
use crate::screens;
use crate::theme::{TerminalCaps, Theme};
use crate::widgets::HitMap;

/// Maximum screen size; the rest of a larger terminal stays empty.
const MAX_SIZE: (u16, u16) = (1_000, 500);

/// Result of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventOutcome {
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
struct ScreenIdentity {
    screen: encours_core::app::foundation::input::context::Screen,
    table: bool,
    /// Filter and order of the shown deals.
    filter: String,
    order: Vec<SortKey>,
    /// Open overlay, including the filter line.
    overlay: Option<std::mem::Discriminant<Overlay>>,
}

impl ScreenIdentity {
    fn new(app: &App) -> Self {
        Self {
            screen: app.cx.screen(),
            table: app.table.shows_table(),
            filter: app.pipeline.board().active_filter.clone(),
            order: app.table.table_order(&app.pipeline),
            overlay: match app.cx.overlay() {
                Overlay::None | Overlay::Filter => None,
                overlay => Some(std::mem::discriminant(overlay)),
            },
        }
    }
}

/// The full screen.
#[derive(Debug)]
pub struct Frontend {
    app: App,
    caps: TerminalCaps,
    size: Rect,
    editor: LineEditor,
    pointer: Pointer,
    hits: HitMap,
    screen: TerminalContent,
    /// Identity of the last frame.
    last_identity: Option<ScreenIdentity>,
    effects: Vec<Effect>,
    to_write: String,
    requests: Vec<FrontEndRequest>,
    clipboard: ClipboardState,
    /// Input of the idle lock, and the passphrase to check.
    lock: LockInput,
    /// Last printed lines in screen reader mode.
    printed_lines: Option<Vec<String>>,
}

impl Frontend {
    /// Creates a full screen of `size` cells.
    pub fn new(app: App, caps: TerminalCaps, size: (u16, u16)) -> Self {
        let mut frontend = Self {
            app,
            caps,
            size: Rect::ZERO,
            editor: LineEditor::default(),
            pointer: Pointer::default(),
            hits: HitMap::default(),
            screen: TerminalContent::default(),
            last_identity: None,
            effects: Vec::new(),
            to_write: String::new(),
            requests: Vec::new(),
            clipboard: ClipboardState::default(),
            lock: LockInput::default(),
            printed_lines: None,
        };
        frontend.resize(size);
        frontend
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
    pub fn on_snapshot(&mut self, snapshot: Arc<Snapshot>, now: Timestamp) -> bool {
        let ticked = self.tick(now);
        let output = self.app.on_snapshot(snapshot);
        self.take(output) || ticked
    }

    /// Advances the time. Returns whether the screen may have changed.
    pub fn tick(&mut self, now: Timestamp) -> bool {
        let output = self.app.tick(now);
        self.take(output)
    }

    /// Handles a terminal event. Typed text is collected until [`Frontend::commit_text`], so that fast typing filters
    /// once.
    pub fn event(&mut self, event: Event, now: Timestamp) -> EventOutcome {
        if matches!(event, Event::Key(_) | Event::Paste(_) | Event::Mouse(_)) {
            // After a suspend, the lock comes before the first key.
            if self.app.cx.options().lock_after.is_some() {
                self.tick(now);
            }
            if self.app.session.idle_lock.is_locked() {
                return self.lock.event(event, &mut self.app.session);
            }
            self.app.session.idle_lock.note_input(now);
        }
        match event {
            Event::Key(event) => keys::key(event).map_or(EventOutcome::Nothing, |key| self.key(key, now)),
            Event::Paste(text) => {
                if self.app.cx.is_on_other_user() {
                    // The form opens empty and then takes the paste.
                    self.dispatch(Action::SetText(String::new()), now);
                }
                if !self.app.table.context(&self.app.cx).takes_text() {
                    let file = dropped_file::dropped_file(&text);
                    self.dispatch(file.map_or(Action::PasteColumn(text), Action::ImportFile), now);
                    return EventOutcome::Changed;
                }
                self.editor.sync(&self.app);
                self.editor.paste(&text);
                EventOutcome::Changed
            }
            Event::Mouse(event) => {
                self.commit_text(now);
                let before = self.pointer.target_column();
                match self.pointer.event(event, &self.hits, &self.app) {
                    Some(action) => {
                        self.dispatch(action, now);
                        EventOutcome::Changed
                    }
                    None if before != self.pointer.target_column() => EventOutcome::Changed,
                    None => EventOutcome::Nothing,
                }
            }
            Event::Resize(columns, rows) => {
                self.resize((columns, rows));
                EventOutcome::Changed
            }
            Event::FocusGained | Event::FocusLost => EventOutcome::Nothing,
        }
    }

    fn key(&mut self, key: Key, now: Timestamp) -> EventOutcome {
        let action = self.app.action_of(key);
        let bound = matches!(action, Some(Action::Run(_)));
        if !bound && keys::is_suspend(key) {
            return EventOutcome::Suspend;
        }
        if !bound && keys::is_redraw(key) {
            self.screen.invalidate();
            return EventOutcome::Changed;
        }
        if let Some(action) = action {
            self.commit_text(now);
            self.dispatch(action, now);
            return EventOutcome::Changed;
        }
        self.editor.sync(&self.app);
        if self.editor.key(key) { EventOutcome::Changed } else { EventOutcome::Nothing }
    }

    /// Passes the collected text to the application.
    pub fn commit_text(&mut self, now: Timestamp) {
        if let Some(text) = self.editor.take_change() {
            self.dispatch(Action::SetText(text), now);
        }
    }

    fn dispatch(&mut self, action: Action, now: Timestamp) {
        let output = self.app.dispatch(action, now);
        self.take(output);
    }

    /// Copies what is to be copied, and keeps the rest for the event loop. Returns whether the screen may have changed.
    fn take(&mut self, output: Output) -> bool {
        self.effects.extend(output.effects);
        for request in output.requests {
            match request {
                FrontEndRequest::Copy(copying) => {
                    let action = self.copy(copying);
                    self.dispatch(action, self.app.cx.now());
                }
                FrontEndRequest::CopyShown(shown) => {
                    if let Some(text) = shown_text(&self.app, shown) {
                        self.dispatch(Action::CopyText(text), self.app.cx.now());
                    }
                }
                other => self.requests.push(other),
            }
        }
        output.changed
    }

    /// Copies a text to the system clipboard, or to the terminal's if there is none.
    fn copy(&mut self, CopyRequest { text, content }: CopyRequest) -> Action {
        if let Some(by) = self.clipboard.copy(&text) {
            return Action::Copied { what: content, by };
        }
        // A text too long for the terminal is reported as not copied.
        match self.clipboard.sequence(&text) {
            Some(sequence) => {
                self.to_write.push_str(&sequence);
                let by = ClipboardKind::Terminal;
                Action::Copied { what: content, by }
            }
            None => Action::CopyFailed,
        }
    }

    /// Restarts on the source of the chosen user. The effects for the previous source were already submitted.
    pub fn on_user_switched(&mut self, now: Timestamp) {
        self.app = self.app.for_new_user(now);
        self.editor = LineEditor::default();
        self.pointer = Pointer::default();
        self.start();
    }

    /// Reports that the source of the chosen user cannot be opened; nothing else changes.
    pub fn on_switch_failed(&mut self, reason: SwitchFailure, now: Timestamp) {
        self.dispatch(Action::SwitchFailed(reason), now);
    }

    /// Counts the pending writes in the store that was just closed.
    pub fn recount_pending(&mut self) {
        let output = self.app.refresh_user_counts();
        self.take(output);
    }

    /// Takes the pending requests for the event loop.
    pub fn take_requests(&mut self) -> Vec<FrontEndRequest> {
        std::mem::take(&mut self.requests)
    }

    /// True if an edit is pending.
    pub fn has_edit(&self) -> bool {
        let edits = |request: &FrontEndRequest| matches!(request, FrontEndRequest::Edit(_));
        self.requests.iter().any(edits)
    }

    /// Takes the passphrase typed at the locked screen, to be checked.
    pub fn take_passphrase(&mut self) -> Option<SecretString> {
        self.lock.submitted.take()
    }

    /// Applies the result of that check.
    pub fn on_user_checked(&mut self, result: Result<(), Reason>, now: Timestamp) {
        self.app.session.idle_lock.on_checked(result, now);
        self.screen.invalidate();
    }

    /// Sets the check that opens the idle lock.
    pub fn set_user_check(&mut self, check: &UserCheck) {
        self.app.session.idle_lock.asks_passphrase = check.asks_passphrase();
    }

    /// Applies the result of an editor or an export.
    pub fn on_result(&mut self, outcome: Action, now: Timestamp) {
        self.dispatch(outcome, now);
    }

    /// Applies the result of edited key bindings.
    pub fn on_keymap_edited(&mut self, keys: Result<Keymap, String>) {
        self.app.cx.on_keymap_edited(keys);
    }

    /// Applies the configuration that was read or changed.
    pub fn on_settings(&mut self, edit: Option<&SettingEdit>, read: Result<SettingsRead, String>) {
        let output = self.app.on_settings(edit, read);
        self.take(output);
    }

    /// Sets the clipboard; the default is only the terminal's.
    #[must_use]
    pub fn with_clipboard(mut self, clipboard: ClipboardState) -> Self {
        self.clipboard = clipboard;
        self
    }

    /// Selects screen reader output (lines) or drawing.
    #[must_use]
    pub fn with_line_output(mut self, linear: bool) -> Self {
        self.printed_lines = linear.then(Vec::new);
        self
    }

    /// Returns the lines that are new since the last call, for a screen reader.
    fn new_lines(&mut self) -> Option<String> {
        let before = self.printed_lines.take()?;
        self.app.pipeline.set_viewport(screens::viewport(&self.app, self.size), &mut self.app.cx);
        self.editor.sync(&self.app);
        let now = encours_core::app::shell::view::screen_reader::lines(&self.app);
        let mut news = String::new();
        for line in now.iter().filter(|line| !before.contains(line)) {
            news.push_str(&encours_core::text::plain_spaces(line));
            news.push_str("\r\n");
        }
        self.printed_lines = Some(now);
        Some(news)
    }

    fn resize(&mut self, (columns, rows): (u16, u16)) {
        self.size = Rect::new(0, 0, columns.min(MAX_SIZE.0), rows.min(MAX_SIZE.1));
        // Terminals may move content during a resize.
        self.screen.invalidate();
    }

    /// Marks the terminal's content as unknown.
    pub fn invalidate(&mut self, size: (u16, u16)) {
        self.resize(size);
    }

    /// Draws the current frame. Returns its cells and the cursor position.
    pub fn draw(&mut self) -> (Buffer, Option<ratatui::layout::Position>) {
        self.app.pipeline.set_viewport(screens::viewport(&self.app, self.size), &mut self.app.cx);
        self.app.table.set_table_viewport(screens::table_viewport(&self.app, self.size), &mut self.app.cx);
        self.editor.sync(&self.app);
        let mut buffer = Buffer::empty(self.size);
        let options = self.app.cx.options();
        let theme = Theme::new(options.theme, self.caps).in_ascii(options.ascii);
        if self.app.session.idle_lock.is_locked() {
            let drawn = screens::locked::draw(&self.app, &mut buffer, theme, self.lock.typed_len());
            theme.fill_background(&mut buffer);
            self.hits = drawn.hits;
            return (buffer, drawn.cursor);
        }
        let drag = self.pointer.target_column();
        let drawn = screens::draw(&self.app, &mut buffer, theme, &self.editor, drag);
        theme.fill_background(&mut buffer);
        self.hits = drawn.hits;
        if let Some(max) = drawn.scroll_limit {
            self.app.cx.clamp_scroll(max);
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
        if let Some(news) = self.new_lines() {
            let mut bytes = news.into_bytes();
            bytes.extend_from_slice(std::mem::take(&mut self.to_write).as_bytes());
            return Ok(bytes);
        }
        let (buffer, cursor) = self.draw();
        let face = ScreenIdentity::new(&self.app);
        // In the palette, each letter changes parts of many rows, so scrolling does not help.
        let is_palette = matches!(self.app.cx.overlay(), Overlay::Palette(_));
        if self.last_identity.as_ref() != Some(&face) || is_palette {
            self.screen.expect_other_screen();
        }
        self.last_identity = Some(face);
        let mut bytes = self.screen.bytes(buffer, cursor)?;
        bytes.extend_from_slice(std::mem::take(&mut self.to_write).as_bytes());
        Ok(bytes)
    }
}
