//! Decodes terminal bytes into keys, clicks and pastes, and discards the terminal's replies.
//!
//! Replies may arrive late, after the program that asked has ended, and in pieces. Bytes that follow an ESC
//! within a short time belong to it; an ESC alone is the key. Bytes that may continue a reply are delayed even
//! if their ESC was already taken for the key. Eight-bit controls are decoded like their ESC forms.

use super::fit::{ESC, Fit, fit};
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use termina::{Parser, event as read};

/// Time after which an ESC alone is the key.
const SHORT: Duration = Duration::from_millis(100);
/// The same time while replies are due: at the start, and after another program had the terminal.
const PATIENT: Duration = Duration::from_millis(500);
/// Delay after which a letter cannot belong to an ESC, as a key with Alt.
const APART: Duration = Duration::from_millis(30);
/// Delay after which a single letter inside a string is a key: strings arrive in larger pieces.
const TYPED: Duration = Duration::from_millis(50);
/// Duration for which replies are due.
const DUE: Duration = Duration::from_secs(4);
/// Time for which ambiguous bytes (a reply or keys) are delayed.
const HELD: Duration = Duration::from_millis(500);
/// Time after an Esc key during which its sequence may continue.
const REMEMBERED: Duration = Duration::from_millis(1_500);
/// Maximum pause within a sequence. After it the sequence is dropped, so that keys work again.
const SILENCE: Duration = Duration::from_secs(5);
/// Start and end of a paste.
const PASTE: &[u8] = b"\x1b[200~";
const PASTED: &[u8] = b"\x1b[201~";
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
    told: usize,
    /// True if the next byte came too late to belong to the ESC.
    apart: bool,
    /// True if the bytes cannot be keys.
    sure: bool,
}

impl Sequence {
    fn is_told(&self) -> bool {
        self.told == self.bytes.len()
    }
}

/// Position within a UTF-8 character.
#[derive(Debug, Default)]
struct Letters {
    lead: u8,
    left: u8,
}

impl Letters {
    /// Returns the letter of an eight-bit control's ESC form, for a raw or UTF-8 control.
    fn control(&mut self, byte: u8) -> Option<u8> {
        let inside = self.left > 0 && matches!(byte, 0x80..=0xbf);
        let alone = !inside || self.lead == UTF_8_OF_CONTROLS;
        self.left = match byte {
            _ if inside => self.left - 1,
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
    letters: Letters,
    events: VecDeque<Event>,
    state: State,
    /// Time of the last byte.
    last: Instant,
    /// Time until which replies are due.
    due: Instant,
}

impl Decoder {
    /// Creates a decoder that starts at `now`.
    pub fn new(now: Instant) -> Self {
        Self {
            parser: Parser::default(),
            letters: Letters::default(),
            events: VecDeque::new(),
            state: State::Keys,
            last: now,
            due: now + DUE,
        }
    }

    /// Expects replies to another program from `now`.
    pub fn expect_replies(&mut self, now: Instant) {
        self.due = now + DUE;
    }

    /// Returns the next event.
    pub fn next(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Returns the time at which [`Decoder::pass`] must be called if no bytes arrive before.
    pub fn decides(&self) -> Option<Instant> {
        let wait = match &self.state {
            State::Keys | State::Paste(_) => return None,
            State::Sequence(one) if one.is_told() => return None,
            State::Sequence(one) if !one.sure && one.bytes.len() > 1 => HELD,
            State::Sequence(one) if !one.sure && self.last < self.due => PATIENT,
            State::Sequence(one) if !one.sure => SHORT,
            State::Text { .. } | State::Sequence(_) => SILENCE,
        };
        Some(self.last + wait)
    }

    /// Ends an incomplete sequence whose time has passed.
    pub fn pass(&mut self, now: Instant) {
        if self.decides().is_none_or(|at| now < at) {
            return;
        }
        self.state = match std::mem::replace(&mut self.state, State::Keys) {
            State::Sequence(mut one) if !one.sure => {
                self.release(&one);
                one.told = one.bytes.len();
                State::Sequence(one)
            }
            _ => State::Keys,
        };
    }

    /// Decodes bytes that arrived at `at`.
    pub fn feed(&mut self, bytes: &[u8], at: Instant) {
        self.pass(at);
        let apart = at.saturating_duration_since(self.last) > TYPED;
        if apart && is_letter(bytes) && matches!(self.state, State::Text { ends: false }) {
            self.state = State::Keys;
        }
        for byte in bytes {
            match self.letters.control(*byte) {
                Some(letter) => self.control(letter, *byte, at),
                None => self.take(*byte, at),
            }
            self.last = at;
        }
    }

    /// Decodes an eight-bit control as ESC and letter. Keyboards cannot send one.
    fn control(&mut self, letter: u8, byte: u8, at: Instant) {
        match &mut self.state {
            // In the oldest mouse format, any byte can be part of a click.
            State::Sequence(one) if one.bytes.starts_with(b"\x1b[M") => return self.take(byte, at),
            State::Paste(_) if letter != b'[' => return self.take(byte, at),
            State::Paste(text) => {
                let _lead = text.pop_if(|last| *last == UTF_8_OF_CONTROLS);
            }
            State::Text { .. } if letter != b'\\' && !INTRODUCERS.contains(&letter) => return,
            _ => {}
        }
        self.take(ESC, at);
        self.last = at;
        let mark = |state: &mut State| {
            if let State::Sequence(one) = state {
                (one.apart, one.sure) = (false, true);
            }
        };
        mark(&mut self.state);
        if letter == b'\\' || INTRODUCERS.contains(&letter) {
            self.take(letter, at);
            mark(&mut self.state);
        } else {
            self.state = State::Keys;
        }
    }

    fn take(&mut self, byte: u8, at: Instant) {
        match std::mem::replace(&mut self.state, State::Keys) {
            State::Keys if byte == ESC => {
                // Drop a character that the sequence has interrupted.
                self.parser = Parser::default();
                self.state = State::Sequence(Sequence {
                    bytes: vec![ESC],
                    ..Sequence::default()
                });
            }
            State::Keys => self.parse(&[byte]),
            State::Sequence(one) if one.is_told() && at.saturating_duration_since(self.last) > REMEMBERED => {
                self.take(byte, at);
            }
            State::Sequence(one) => self.go_on(one, byte, at),
            State::Text { ends: true } if byte == b'\\' => {}
            State::Text { ends: true } => {
                self.take(ESC, at);
                self.take(byte, at);
            }
            State::Text { .. } => match byte {
                BEL | CAN | SUB => {}
                ESC => self.state = State::Text { ends: true },
                // Strings contain no control characters: this is a key, and the string's end was lost.
                0..ESC => self.take(byte, at),
                _ => self.state = State::Text { ends: false },
            },
            State::Paste(mut text) => {
                text.push(byte);
                if let Some(text) = text.strip_suffix(PASTED) {
                    let text = String::from_utf8_lossy(text).into_owned();
                    self.events.push_back(Event::Paste(text));
                } else {
                    self.state = State::Paste(text);
                }
            }
        }
    }

    fn go_on(&mut self, mut one: Sequence, byte: u8, at: Instant) {
        one.apart |= one.bytes.len() == 1 && at.saturating_duration_since(self.last) > APART;
        one.bytes.push(byte);
        // A title sequence begins with a letter. If it came together with the bracket, it was not typed.
        let title = matches!(one.bytes[..], [ESC, b']', b'l' | b'L']) && at == self.last;
        match fit(&one.bytes, (one.apart || one.told > 0) && !title) {
            Fit::Open => self.state = State::Sequence(one),
            Fit::Begun => {
                one.sure = true;
                self.state = State::Sequence(one);
            }
            Fit::Text => self.state = State::Text { ends: false },
            Fit::Whole if one.bytes == PASTE => self.state = State::Paste(Vec::new()),
            Fit::Whole if is_input(&one.bytes) => self.parse(&one.bytes),
            Fit::Whole => {}
            Fit::Alt => self.parse(&one.bytes),
            Fit::Not => {
                one.bytes.pop();
                if !one.sure {
                    self.release(&one);
                }
                self.take(byte, at);
                // After two ESC in a row, Alt does not apply to the next letter.
                if let State::Sequence(next) = &mut self.state {
                    next.apart = one.bytes == [ESC];
                }
            }
        }
    }

    /// Reports delayed bytes as keys.
    fn release(&mut self, one: &Sequence) {
        match &one.bytes[one.told..] {
            [ESC, letter] if !one.apart => self.press(KeyCode::Char(char::from(*letter)), KeyModifiers::ALT),
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

    fn press(&mut self, code: KeyCode, held: KeyModifiers) {
        self.events.push_back(Event::Key(KeyEvent::new(code, held)));
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
            let kind = match key.kind {
                read::KeyEventKind::Press => KeyEventKind::Press,
                read::KeyEventKind::Repeat => KeyEventKind::Repeat,
                read::KeyEventKind::Release => KeyEventKind::Release,
            };
            let held = held(key.modifiers);
            Some(Event::Key(KeyEvent::new_with_kind(code, held, kind)))
        }
        read::Event::Mouse(mouse) => Some(Event::Mouse(MouseEvent {
            kind: match mouse.kind {
                read::MouseEventKind::Down(one) => MouseEventKind::Down(button(one)),
                read::MouseEventKind::Up(one) => MouseEventKind::Up(button(one)),
                read::MouseEventKind::Drag(one) => MouseEventKind::Drag(button(one)),
                read::MouseEventKind::Moved => MouseEventKind::Moved,
                read::MouseEventKind::ScrollDown => MouseEventKind::ScrollDown,
                read::MouseEventKind::ScrollUp => MouseEventKind::ScrollUp,
                read::MouseEventKind::ScrollLeft => MouseEventKind::ScrollLeft,
                read::MouseEventKind::ScrollRight => MouseEventKind::ScrollRight,
            },
            column: mouse.column,
            row: mouse.row,
            modifiers: held(mouse.modifiers),
        })),
        _ => None,
    }
}

/// Returns the modifiers that bindings may use.
fn held(modifiers: read::Modifiers) -> KeyModifiers {
    let pairs = [
        (read::Modifiers::SHIFT, KeyModifiers::SHIFT),
        (read::Modifiers::ALT, KeyModifiers::ALT),
        (read::Modifiers::CONTROL, KeyModifiers::CONTROL),
    ];
    let held = pairs.into_iter().filter(|(read, _)| modifiers.contains(*read));
    held.fold(KeyModifiers::NONE, |all, (_, one)| all | one)
}

fn button(button: read::MouseButton) -> MouseButton {
    match button {
        read::MouseButton::Left => MouseButton::Left,
        read::MouseButton::Right => MouseButton::Right,
        read::MouseButton::Middle => MouseButton::Middle,
    }
}

#[cfg(test)]
mod tests;
