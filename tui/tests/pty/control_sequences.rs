//! Recognises everything in the output, beyond text and colours, that could control a terminal.

use vt100::{Callbacks, Screen};

/// Control sequences received by the emulator.
///
/// Synchronised updates are counted, clipboard copies are recorded, and everything else is recorded as strange.
#[derive(Default)]
pub struct EscapeLog {
    /// The number of synchronised updates that began.
    pub frames: usize,
    /// The number of open synchronised updates: 0 or 1.
    pub open_updates: usize,
    /// The copied texts, in base64.
    pub copied: Vec<String>,
    /// Sequences that this program has no reason to send.
    pub unknown: Vec<String>,
}

impl EscapeLog {
    fn note(&mut self, what: String) {
        self.unknown.push(what);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Callbacks for EscapeLog {
    fn audible_bell(&mut self, _: &mut Screen) {
        self.note("a bell".into());
    }

    fn visual_bell(&mut self, _: &mut Screen) {
        self.note("a visual bell".into());
    }

    fn resize(&mut self, _: &mut Screen, wanted: (u16, u16)) {
        self.note(format!("a wish for the size {wanted:?}"));
    }

    fn set_window_icon_name(&mut self, _: &mut Screen, name: &[u8]) {
        self.note(format!("the icon's name {:?}", text(name)));
    }

    fn set_window_title(&mut self, _: &mut Screen, title: &[u8]) {
        self.note(format!("the title {:?}", text(title)));
    }

    fn copy_to_clipboard(&mut self, _: &mut Screen, _: &[u8], data: &[u8]) {
        self.copied.push(text(data));
    }

    fn paste_from_clipboard(&mut self, _: &mut Screen, _: &[u8]) {
        self.note("a wish to read the clipboard".into());
    }

    fn unhandled_char(&mut self, _: &mut Screen, sign: char) {
        // U+FFFD is a valid character here; the emulator reports it as broken UTF-8.
        if sign != char::REPLACEMENT_CHARACTER {
            self.note(format!("the sign {sign:?}"));
        }
    }

    fn unhandled_control(&mut self, _: &mut Screen, control: u8) {
        self.note(format!("the control {control:#04x}"));
    }

    fn unhandled_escape(&mut self, _: &mut Screen, one: Option<u8>, two: Option<u8>, end: u8) {
        self.note(format!("the escape {one:?} {two:?} {end:#04x}"));
    }

    fn unhandled_csi(
        &mut self,
        _: &mut Screen,
        one: Option<u8>,
        two: Option<u8>,
        parameters: &[&[u16]],
        end: char,
    ) {
        match (one, end, parameters) {
            (Some(b'?'), 'h', [[2026]]) => {
                self.frames += 1;
                self.open_updates += 1;
            }
            (Some(b'?'), 'l', [[2026]]) => self.open_updates = self.open_updates.saturating_sub(1),
            // The default underline colour, sent at the end of a style.
            (None, 'm', [[59]]) => {}
            _ => self.note(format!("the sequence {one:?} {two:?} {parameters:?} {end:?}")),
        }
    }

    fn unhandled_osc(&mut self, _: &mut Screen, parameters: &[&[u8]]) {
        let message: Vec<String> = parameters.iter().map(|part| text(part)).collect();
        self.note(format!("the command {message:?}"));
    }
}
