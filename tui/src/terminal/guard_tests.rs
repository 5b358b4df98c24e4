use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use super::*;

/// A terminal that records calls and can be told to fail.
#[derive(Clone, Default)]
struct Recorder {
    log: Arc<Mutex<Vec<String>>>,
    refuse_raw_off: bool,
    refuse_raw_on: bool,
    hung_up: bool,
}

impl Write for Recorder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.hung_up {
            return Err(io::Error::other("hung up"));
        }
        let text = String::from_utf8_lossy(bytes).replace('\u{1b}', "^[");
        self.log.lock().unwrap().push(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TerminalDevice for Recorder {
    fn set_raw(&mut self, on: bool) -> io::Result<()> {
        self.log.lock().unwrap().push(format!("raw {on}"));
        let refused = if on { self.refuse_raw_on } else { self.refuse_raw_off };
        if refused { Err(io::Error::other("refused")) } else { Ok(()) }
    }
}

impl Recorder {
    fn take(&self) -> String {
        std::mem::take(&mut *self.log.lock().unwrap()).concat()
    }
}

const ALL: [TerminalMode; 5] = [
    TerminalMode::Raw,
    TerminalMode::AlternateScreen,
    TerminalMode::BracketedPaste,
    TerminalMode::Mouse,
    TerminalMode::HiddenCursor,
];

fn enter_guard(terminal: Recorder, modes: Vec<TerminalMode>) -> io::Result<Guard<Recorder>> {
    let guard = Guard::new(terminal, modes);
    guard.reenter().map(|()| guard)
}

const SET: &str = "raw true^[[?1049h^[[?2004h^[[?1000h^[[?1002h^[[?1006h^[[?25l";
const UNDONE: &str = "^[[?2026l^[[0m^[[?25h^[[?1006l^[[?1002l^[[?1000l^[[?2004l^[[r^[[?1049lraw false";

#[test]
fn each_mode_set_is_undone_in_reverse() {
    let recorder = Recorder::default();
    let guard = enter_guard(recorder.clone(), ALL.to_vec()).unwrap();
    assert_eq!(recorder.take(), SET);
    drop(guard);
    assert_eq!(recorder.take(), UNDONE);
}

#[test]
fn undoing_twice_undoes_once() {
    let recorder = Recorder::default();
    let guard = enter_guard(recorder.clone(), ALL.to_vec()).unwrap();
    recorder.take();
    guard.leave().unwrap();
    assert_eq!(recorder.take(), UNDONE);
    guard.leave().unwrap();
    assert!(guard.shared().try_leave());
    drop(guard);
    assert_eq!(recorder.take(), "");
}

#[test]
fn guard_resets_only_modes_it_has_set() {
    let recorder = Recorder::default();
    drop(enter_guard(recorder.clone(), vec![TerminalMode::Raw, TerminalMode::HiddenCursor]).unwrap());
    assert_eq!(recorder.take(), "raw true^[[?25l^[[?2026l^[[0m^[[?25hraw false");
}

#[test]
fn a_mode_refused_undoes_those_before_it() {
    let recorder = Recorder { refuse_raw_on: true, ..Recorder::default() };
    let modes = vec![TerminalMode::AlternateScreen, TerminalMode::Raw, TerminalMode::Mouse];
    assert!(enter_guard(recorder.clone(), modes).is_err());
    assert_eq!(recorder.take(), "^[[?1049hraw true^[[?2026l^[[0mraw false^[[r^[[?1049l");
}

#[test]
fn failed_leave_step_still_undoes_the_others() {
    let recorder = Recorder { refuse_raw_off: true, ..Recorder::default() };
    let guard = enter_guard(
        recorder.clone(),
        vec![TerminalMode::AlternateScreen, TerminalMode::Raw, TerminalMode::Mouse],
    )
    .unwrap();
    recorder.take();
    assert!(guard.leave().is_err());
    let undone = recorder.take();
    assert!(undone.contains("raw false") && undone.ends_with("^[[r^[[?1049l"), "{undone}");
}

#[test]
fn guard_writes_nothing_while_the_terminal_is_released() {
    let recorder = Recorder::default();
    let guard = enter_guard(recorder.clone(), ALL.to_vec()).unwrap();
    recorder.take();
    guard.write(b"frame").unwrap();
    assert_eq!(recorder.take(), "^[[?2026hframe^[[?2026l");
    guard.leave().unwrap();
    recorder.take();
    guard.write(b"frame").unwrap();
    assert_eq!(recorder.take(), "");
    guard.reenter().unwrap();
    assert_eq!(recorder.take(), SET);
}

#[test]
fn guard_switches_a_single_mode() {
    let recorder = Recorder::default();
    let mut guard = enter_guard(recorder.clone(), ALL.to_vec()).unwrap();
    recorder.take();
    guard.switch(TerminalMode::Mouse, true).unwrap();
    assert_eq!(recorder.take(), "", "the mode is already set");
    guard.switch(TerminalMode::Mouse, false).unwrap();
    assert_eq!(recorder.take(), "^[[?1006l^[[?1002l^[[?1000l");
    guard.reenter().unwrap();
    assert!(!recorder.take().contains("1000h"), "the mode must stay off");
    guard.leave().unwrap();
    recorder.take();
    guard.switch(TerminalMode::Mouse, true).unwrap();
    assert_eq!(recorder.take(), "", "the terminal is released");
    guard.reenter().unwrap();
    assert!(recorder.take().contains("^[[?1000h"));
}

#[test]
fn entering_again_starts_from_a_known_state() {
    let recorder = Recorder::default();
    let guard = enter_guard(recorder.clone(), ALL.to_vec()).unwrap();
    recorder.take();
    guard.reenter().unwrap();
    assert_eq!(recorder.take(), format!("{UNDONE}{SET}"));
}

#[test]
fn a_panic_undoes_the_modes_on_its_way() {
    let recorder = Recorder::default();
    let guard = enter_guard(recorder.clone(), ALL.to_vec()).unwrap();
    recorder.take();
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        let _guard = guard;
        panic!("on purpose");
    }));
    assert!(caught.is_err());
    assert_eq!(recorder.take(), UNDONE);
}

#[test]
fn guard_undoes_raw_mode_when_the_terminal_hung_up() {
    let recorder = Recorder { hung_up: true, ..Recorder::default() };
    assert!(enter_guard(recorder.clone(), ALL.to_vec()).is_err());
    let log = recorder.take();
    assert!(log.contains("raw true") && log.contains("raw false"), "{log}");
}
