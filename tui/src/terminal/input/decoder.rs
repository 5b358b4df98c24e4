//! Decodes terminal bytes into keys, clicks and pastes, and discards the terminal's replies.
//!
//! Replies may arrive late, after the program that asked has ended, and in pieces. Bytes that follow an ESC
//! within a short time belong to it; an ESC alone is the key. Bytes that may continue a reply are delayed even
//! if their ESC was already taken for the key. Eight-bit controls are decoded like their ESC forms.

use super::fit::{ESC, Fit, fit};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use termina::event::MouseEventKind as Click;
use termina::{Parser, event as read};

/// Time after which an ESC alone is the key.
const ESC_TIMEOUT: Duration = Duration::from_millis(100);
/// The same time while replies are due: at the start, and after another program had the terminal.
const ESC_TIMEOUT_REPLIES: Duration = Duration::from_millis(500);
/// Delay after which a letter cannot belong to an ESC, as a key with Alt.
const MAX_ALT_DELAY: Duration = Duration::from_millis(30);
/// Delay after which a single letter inside a string is a key: strings arrive in larger pieces.
const TYPED_DELAY: Duration = Duration::from_millis(50);
/// Duration for which replies are due.
const REPLY_WINDOW: Duration = Duration::from_secs(4);
/// Time for which ambiguous bytes (a reply or keys) are delayed.
const AMBIGUOUS_DELAY: Duration = Duration::from_millis(500);
/// Time after an Esc key during which its sequence may continue.
const ESC_KEY_MEMORY: Duration = Duration::from_millis(1_500);
/// Maximum pause within a sequence. After it the sequence is dropped, so that keys work again.
const MAX_PAUSE: Duration = Duration::from_secs(5);
/// Start and end of a paste.
const PASTE_START: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";
/// Bytes that end or cancel a string.
const BEL: u8 = 0x07;
const CAN: u8 = 0x18;
const SUB: u8 = 0x1a;
/// First UTF-8 byte of an eight-bit control.
const UTF_8_OF_CONTROLS: u8 = 0xc2;
/// Letters that begin more than a key with Alt after an ESC.
const INTRODUCERS: &[u8] = b"[]OPX^_";

#[derive(Debug)]
enum State {
    Keys,
    Sequence(Sequence),
    /// A string of the terminal; `ends` is true if its last byte was an ESC that may end it.
    Text {
        ends: bool,
    },
    Paste(Vec<u8>),
}

/// Bytes since an ESC.
#[derive(Debug, Default)]
struct Sequence {
    bytes: Vec<u8>,
    /// Number of bytes already reported as keys.
    reported: usize,
    /// True if the next byte came too late to belong to the ESC.
    is_late: bool,
    /// True if the bytes cannot be keys.
    is_certain: bool,
}

impl Sequence {
    fn is_reported(&self) -> bool {
        self.reported == self.bytes.len()
    }
}

/// Position within a UTF-8 character.
#[derive(Debug, Default)]
struct Utf8State {
    lead: u8,
    remaining: u8,
}

impl Utf8State {
    /// Returns the letter of an eight-bit control's ESC form, for a raw or UTF-8 control.
    fn control(&mut self, byte: u8) -> Option<u8> {
        let inside = self.remaining > 0 && matches!(byte, 0x80..=0xbf);
        let alone = !inside || self.lead == UTF_8_OF_CONTROLS;
        self.remaining = match byte {
            _ if inside => self.remaining - 1,
            0xc2..=0xdf => 1,
            0xe0..=0xef => 2,
            0xf0..=0xf4 => 3,
            _ => 0,
        };
        if !inside {
            self.lead = byte;
        }
        (alone && matches!(byte, 0x80..=0x9f)).then(|| byte - 0x40)
    }
}

/// The decoder. Callers pass the time.
#[derive(Debug)]
pub struct Decoder {
    parser: Parser,
    utf8: Utf8State,
    events: VecDeque<Event>,
    state: State,
    /// Time of the last byte.
    last: Instant,
    /// Time until which replies are due.
    replies_until: Instant,
}

impl Decoder {
    /// Creates a decoder that starts at `now`.
    pub fn new(now: Instant) -> Self {
        Self {
            parser: Parser::default(),
            utf8: Utf8State::default(),
            events: VecDeque::new(),
            state: State::Keys,
            last: now,
            replies_until: now + REPLY_WINDOW,
        }
    }

    /// Expects replies to another program from `now`.
    pub fn expect_replies(&mut self, now: Instant) {
        self.replies_until = now + REPLY_WINDOW;
    }

    /// Removes the next event.
    pub fn next_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Returns the time at which [`Decoder::expire`] must be called if no bytes arrive before.
    pub fn deadline(&self) -> Option<Instant> {
        let wait = match &self.state {
            State::Keys | State::Paste(_) => return None,
            State::Sequence(sequence) if sequence.is_reported() => return None,
            State::Sequence(sequence) if !sequence.is_certain && sequence.bytes.len() > 1 => AMBIGUOUS_DELAY,
            State::Sequence(sequence) if !sequence.is_certain && self.last < self.replies_until => {
                ESC_TIMEOUT_REPLIES
            }
            State::Sequence(sequence) if !sequence.is_certain => ESC_TIMEOUT,
            State::Text { .. } | State::Sequence(_) => MAX_PAUSE,
        };
        Some(self.last + wait)
    }

    /// Ends an incomplete sequence whose time has passed.
    pub fn expire(&mut self, now: Instant) {
        if self.deadline().is_none_or(|at| now < at) {
            return;
        }
        self.state = match std::mem::replace(&mut self.state, State::Keys) {
            State::Sequence(mut sequence) if !sequence.is_certain => {
                self.release_keys(&sequence);
                sequence.reported = sequence.bytes.len();
                State::Sequence(sequence)
            }
            _ => State::Keys,
        };
    }

    /// Decodes bytes that arrived at `at`.
    pub fn feed(&mut self, bytes: &[u8], at: Instant) {
        self.expire(at);
        let is_late = at.saturating_duration_since(self.last) > TYPED_DELAY;
        if is_late && is_letter(bytes) && matches!(self.state, State::Text { ends: false }) {
            self.state = State::Keys;
        }
        for byte in bytes {
            match self.utf8.control(*byte) {
                Some(letter) => self.control(letter, *byte, at),
                None => self.push_byte(*byte, at),
            }
            self.last = at;
        }
    }

    /// Decodes an eight-bit control as ESC and letter. Keyboards cannot send one.
    fn control(&mut self, letter: u8, byte: u8, at: Instant) {
        match &mut self.state {
            // In the oldest mouse format, any byte can be part of a click.
            State::Sequence(sequence) if sequence.bytes.starts_with(b"\x1b[M") => {
                return self.push_byte(byte, at);
            }
            State::Paste(_) if letter != b'[' => return self.push_byte(byte, at),
            State::Paste(text) => {
                let _lead = text.pop_if(|last| *last == UTF_8_OF_CONTROLS);
            }
            State::Text { .. } if letter != b'\\' && !INTRODUCERS.contains(&letter) => return,
            _ => {}
        }
        self.push_byte(ESC, at);
        self.last = at;
        let mark = |state: &mut State| {
            if let State::Sequence(sequence) = state {
                (sequence.is_late, sequence.is_certain) = (false, true);
            }
        };
        mark(&mut self.state);
        if letter == b'\\' || INTRODUCERS.contains(&letter) {
            self.push_byte(letter, at);
            mark(&mut self.state);
        } else {
            self.state = State::Keys;
        }
    }

    fn push_byte(&mut self, byte: u8, at: Instant) {
        match std::mem::replace(&mut self.state, State::Keys) {
            State::Keys if byte == ESC => {
                // Drop a character that the sequence has interrupted.
                self.parser = Parser::default();
                self.state = State::Sequence(Sequence { bytes: vec![ESC], ..Sequence::default() });
            }
            State::Keys => self.parse(&[byte]),
            State::Sequence(sequence)
                if sequence.is_reported() && at.saturating_duration_since(self.last) > ESC_KEY_MEMORY =>
            {
                self.push_byte(byte, at);
            }
            State::Sequence(sequence) => self.continue_sequence(sequence, byte, at),
            State::Text { ends: true } if byte == b'\\' => {}
            State::Text { ends: true } => {
                self.push_byte(ESC, at);
                self.push_byte(byte, at);
            }
            State::Text { .. } => match byte {
                BEL | CAN | SUB => {}
                ESC => self.state = State::Text { ends: true },
                // Strings contain no control characters: this is a key, and the string's end was lost.
                0..ESC => self.push_byte(byte, at),
                _ => self.state = State::Text { ends: false },
            },
            State::Paste(mut text) => {
                text.push(byte);
                if let Some(text) = text.strip_suffix(PASTE_END) {
                    let text = String::from_utf8_lossy(text).into_owned();
                    self.events.push_back(Event::Paste(text));
                } else {
                    self.state = State::Paste(text);
                }
            }
        }
    }

    fn continue_sequence(&mut self, mut sequence: Sequence, byte: u8, at: Instant) {
        sequence.is_late |=
            sequence.bytes.len() == 1 && at.saturating_duration_since(self.last) > MAX_ALT_DELAY;
        sequence.bytes.push(byte);
        // A title sequence begins with a letter. If it came together with the bracket, it was not typed.
        let title = matches!(sequence.bytes[..], [ESC, b']', b'l' | b'L']) && at == self.last;
        match fit(&sequence.bytes, (sequence.is_late || sequence.reported > 0) && !title) {
            Fit::Open => self.state = State::Sequence(sequence),
            Fit::Incomplete => {
                sequence.is_certain = true;
                self.state = State::Sequence(sequence);
            }
            Fit::Text => self.state = State::Text { ends: false },
            Fit::Complete if sequence.bytes == PASTE_START => self.state = State::Paste(Vec::new()),
            Fit::Complete if is_input(&sequence.bytes) => self.parse(&sequence.bytes),
            Fit::Complete => {}
            Fit::Alt => self.parse(&sequence.bytes),
            Fit::Invalid => {
                sequence.bytes.pop();
                if !sequence.is_certain {
                    self.release_keys(&sequence);
                }
                self.push_byte(byte, at);
                // After two ESC in a row, Alt does not apply to the next letter.
                if let State::Sequence(next) = &mut self.state {
                    next.is_late = sequence.bytes == [ESC];
                }
            }
        }
    }

    /// Reports delayed bytes as keys.
    fn release_keys(&mut self, sequence: &Sequence) {
        match &sequence.bytes[sequence.reported..] {
            [ESC, letter] if !sequence.is_late => {
                self.press(KeyCode::Char(char::from(*letter)), KeyModifiers::ALT);
            }
            typed => {
                for byte in typed {
                    match *byte {
                        ESC => self.press(KeyCode::Esc, KeyModifiers::NONE),
                        byte => self.parse(&[byte]),
                    }
                }
            }
        }
    }

    fn press(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        self.events.push_back(Event::Key(KeyEvent::new(code, modifiers)));
    }

    fn parse(&mut self, bytes: &[u8]) {
        self.parser.parse(bytes, true);
        while let Some(event) = self.parser.pop() {
            self.events.extend(event_of(&event));
        }
    }
}

/// True if the bytes are a single character, as from one key.
fn is_letter(bytes: &[u8]) -> bool {
    let mut letters = std::str::from_utf8(bytes).unwrap_or_default().chars();
    letters.next().is_some_and(|letter| !letter.is_control()) && letters.next().is_none()
}

/// True if a complete sequence is a key or a click. Positions start at 1; without one it is neither.
fn is_input(bytes: &[u8]) -> bool {
    let (Some(last), Some(rest)) = (bytes.last(), bytes.get(2..bytes.len() - 1)) else {
        return false;
    };
    let placed = || {
        let mut numbers = rest.split(|byte| *byte == b';').skip(1);
        let given = |number: &[u8]| number.iter().any(|digit| *digit != b'0');
        numbers.next().is_some_and(given) && numbers.next().is_some_and(given)
    };
    match (bytes[1], rest) {
        (b'O', []) | (b'[', [b'['] | [b'M', ..]) => true,
        (b'[', [b'<', ..]) => matches!(last, b'M' | b'm') && placed(),
        (b'[', _) if *last == b'M' => placed(),
        // Function keys with modifiers. A cursor position report ends with R too, so R is excluded.
        (b'[', _) => b"ABCDFHPQSZu~".contains(last) && rest.iter().all(|byte| (b'0'..=b';').contains(byte)),
        _ => false,
    }
}

/// Converts an event to crossterm's type; `None` if nothing can be bound to it.
fn event_of(event: &read::Event) -> Option<Event> {
    match event {
        read::Event::Key(key) => {
            let code = match key.code {
                read::KeyCode::Char(letter) => KeyCode::Char(letter),
                read::KeyCode::Enter => KeyCode::Enter,
                read::KeyCode::Escape => KeyCode::Esc,
                read::KeyCode::Tab => KeyCode::Tab,
                read::KeyCode::BackTab => KeyCode::BackTab,
                read::KeyCode::Backspace => KeyCode::Backspace,
                read::KeyCode::Delete => KeyCode::Delete,
                read::KeyCode::Left => KeyCode::Left,
                read::KeyCode::Right => KeyCode::Right,
                read::KeyCode::Up => KeyCode::Up,
                read::KeyCode::Down => KeyCode::Down,
                read::KeyCode::Home => KeyCode::Home,
                read::KeyCode::End => KeyCode::End,
                read::KeyCode::PageUp => KeyCode::PageUp,
                read::KeyCode::PageDown => KeyCode::PageDown,
                read::KeyCode::Function(number) => KeyCode::F(number),
                _ => return None,
            };
            if key.kind == read::KeyEventKind::Release {
                return None;
            }
            Some(Event::Key(KeyEvent::new(code, key_modifiers(key.modifiers))))
        }
        read::Event::Mouse(mouse) => {
            let kind = match mouse.kind {
                Click::Down(read::MouseButton::Left) => MouseEventKind::Down(MouseButton::Left),
                Click::Up(read::MouseButton::Left) => MouseEventKind::Up(MouseButton::Left),
                Click::Drag(read::MouseButton::Left) => MouseEventKind::Drag(MouseButton::Left),
                Click::ScrollDown => MouseEventKind::ScrollDown,
                Click::ScrollUp => MouseEventKind::ScrollUp,
                _ => return None,
            };
            let modifiers = key_modifiers(mouse.modifiers);
            Some(Event::Mouse(MouseEvent { kind, column: mouse.column, row: mouse.row, modifiers }))
        }
        _ => None,
    }
}

/// Returns the modifiers that bindings may use.
fn key_modifiers(modifiers: read::Modifiers) -> KeyModifiers {
    let pairs = [
        (read::Modifiers::SHIFT, KeyModifiers::SHIFT),
        (read::Modifiers::ALT, KeyModifiers::ALT),
        (read::Modifiers::CONTROL, KeyModifiers::CONTROL),
    ];
    let active = pairs.into_iter().filter(|(read, _)| modifiers.contains(*read));
    active.fold(KeyModifiers::NONE, |all, (_, modifier)| all | modifier)
}

#[cfg(test)]
mod tests;
