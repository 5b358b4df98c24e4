//! Turns the bytes of a terminal into keys, clicks and pastes, and swallows whatever else it says of itself.
//!
//! Replies come when they come: late, after the program that asked has gone, and in pieces. Bytes say no more than
//! that an ESC came; what follows within a moment belongs to it. An ESC alone is the key. What goes on as a reply would
//! is held back for a moment even where its ESC was taken for the key. Controls of eight bits are read as what they stand
//! for.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use termina::Parser;
use termina::event as read;

use super::fit::{ESC, Fit, fit};

/// How long an ESC alone may still become something else.
const SHORT: Duration = Duration::from_millis(100);
/// The same where replies are due: at the start, and after another program had the terminal.
const PATIENT: Duration = Duration::from_millis(500);
/// Whatever comes this long after an ESC was not sent with it: no letter of a key held with Alt.
const APART: Duration = Duration::from_millis(30);
/// A letter alone that comes this long after what a string held is a key: what is sent comes in larger pieces.
const TYPED: Duration = Duration::from_millis(50);
/// How long replies are due.
const DUE: Duration = Duration::from_secs(4);
/// How long what may be a reply, or keys, is held back.
const HELD: Duration = Duration::from_millis(500);
/// How long after an Esc its sequence may go on.
const REMEMBERED: Duration = Duration::from_millis(1_500);
/// How long a sequence that has begun may take to go on. Then it is given up, so that the keys are answered again.
const SILENCE: Duration = Duration::from_secs(5);
/// The marks around a paste.
const PASTE: &[u8] = b"\x1b[200~";
const PASTED: &[u8] = b"\x1b[201~";
/// What ends a string, or gives it up.
const BEL: u8 = 0x07;
const CAN: u8 = 0x18;
const SUB: u8 = 0x1a;
/// The first byte of a control of eight bits in UTF-8.
const UTF_8_OF_CONTROLS: u8 = 0xc2;
/// The letters after an ESC that begin more than a key held with Alt.
const INTRODUCERS: &[u8] = b"[]OPX^_";

#[derive(Debug)]
enum State {
    Keys,
    Sequence(Sequence),
    /// A string of the terminal's, and whether its last byte was the ESC that may end it.
    Text {
        ends: bool,
    },
    Paste(Vec<u8>),
}

/// What came since an ESC.
#[derive(Debug, Default)]
struct Sequence {
    bytes: Vec<u8>,
    /// How many of them were taken for keys.
    told: usize,
    /// What followed the ESC did not come with it.
    apart: bool,
    /// It can be no keys.
    sure: bool,
}

impl Sequence {
    fn is_told(&self) -> bool {
        self.told == self.bytes.len()
    }
}

/// Where the bytes stand in a letter of UTF-8.
#[derive(Debug, Default)]
struct Letters {
    lead: u8,
    left: u8,
}

impl Letters {
    /// What stands after the ESC that says the same, where a byte is a control of eight bits: alone, or in UTF-8.
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

/// The decoder. Time is told to it.
#[derive(Debug)]
pub struct Decoder {
    parser: Parser,
    letters: Letters,
    events: VecDeque<Event>,
    state: State,
    /// When the last byte came.
    last: Instant,
    /// Until when replies are due.
    due: Instant,
}

impl Decoder {
    /// A decoder that begins `now`.
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

    /// Replies to what another program asked are due from `now` on.
    pub fn expect_replies(&mut self, now: Instant) {
        self.due = now + DUE;
    }

    /// The next event.
    pub fn next(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// When [`Decoder::pass`] has something to decide, if nothing comes before.
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

    /// Lets time pass: what nothing has followed is what it is.
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

    /// Takes bytes that came at `at`.
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

    /// Takes a control of eight bits as the ESC and the letter that it stands for. Nobody types one.
    fn control(&mut self, letter: u8, byte: u8, at: Instant) {
        match &mut self.state {
            // Of a click as the oldest terminals tell it any byte may be a part.
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
                // Of a letter that was cut by a sequence nothing is left.
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
                // No string has one: it is a key, and the string has lost its end.
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
        // A title begins with a letter. One that comes together with its bracket was not typed.
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
                // Of two in a row neither holds Alt for what follows.
                if let State::Sequence(next) = &mut self.state {
                    next.apart = one.bytes == [ESC];
                }
            }
        }
    }

    /// What was held back was typed.
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

/// Whether bytes are one letter, as one key gives.
fn is_letter(bytes: &[u8]) -> bool {
    let mut letters = std::str::from_utf8(bytes).unwrap_or_default().chars();
    letters.next().is_some_and(|letter| !letter.is_control()) && letters.next().is_none()
}

/// Whether a whole sequence tells of a key or a click. Positions count from 1: one without is none.
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
        // Function keys with modifiers; the place of the cursor ends with R as the third would.
        (b'[', _) => b"ABCDFHPQSZu~".contains(last) && rest.iter().all(|byte| (b'0'..=b';').contains(byte)),
        _ => false,
    }
}

/// The same event in crossterm's words; `None` for what nothing can be bound to.
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

/// The keys held, those that anything is bound with.
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
