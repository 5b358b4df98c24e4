//! The questions before a window is left: closed while writes wait, or signed out of. Writes are kept whatever the answer
//! is; what is asked is whether they may leave later.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::view::text::{Arg, Clean};

use crate::pass::Pass;
use crate::theme::Face;
use crate::widgets::{Button, Kind, Pen};

/// How far the question is.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeavePlace {
    /// It is being asked.
    pub asking: bool,
    /// The answer was to close.
    pub sure: bool,
    /// How far the other question is, whether to sign out.
    pub out: SignOut,
    focused: bool,
}

/// How far the question is whether to sign out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SignOut {
    /// Nobody asked.
    #[default]
    Unasked,
    /// It is being asked.
    Asking,
    /// The answer was yes.
    Sure,
}

impl LeavePlace {
    /// Whether anything is asked.
    #[must_use]
    pub fn asks(&self) -> bool {
        self.asking || self.out == SignOut::Asking
    }

    /// The answer is to stay.
    pub fn stay(&mut self) {
        (self.asking, self.out, self.focused) = (false, SignOut::Unasked, false);
    }
}

/// A question: what it is, what it is about, what is kept, and the words of going and staying.
struct Question<'a> {
    title: &'a str,
    names: &'a [String],
    note: &'a str,
    go: &'a str,
    stay: &'a str,
}

/// Draws the question before signing out.
pub(super) fn sign_out(ui: &Ui, pass: &mut Pass<'_>, place: &mut LeavePlace) {
    let title = pass.words.with("sign-out-title", &[("who", Arg::from(pass.who))]);
    let note = pass.word("sign-out-note").into_owned();
    let (go, stay) = (
        pass.word("sign-out-go").into_owned(),
        pass.word("button-cancel").into_owned(),
    );
    let question = Question {
        title: &title,
        names: &[],
        note: &note,
        go: &go,
        stay: &stay,
    };
    if let Some(goes) = ask(ui, pass, &mut place.focused, &question) {
        place.stay();
        if goes {
            place.out = SignOut::Sure;
        }
    }
}

/// Draws the question before the window closes.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, place: &mut LeavePlace) {
    let waiting: Vec<_> = pass
        .app
        .snapshot()
        .writes
        .iter()
        .filter(|write| !write.parked())
        .collect();
    let title = pass.words.with("leave-title", &[("n", Arg::from(waiting.len()))]);
    let names: Vec<String> = waiting
        .iter()
        .take(3)
        .map(|write| Clean::line_of(&write.label, 60).to_string())
        .filter(|name| !name.is_empty())
        .collect();
    let note = if pass.app.options().demo {
        pass.word("leave-demo").into_owned()
    } else {
        pass.words.with("leave-kept", &[("n", Arg::from(waiting.len()))])
    };
    let (go, stay) = (
        pass.word("leave-close").into_owned(),
        pass.word("leave-stay").into_owned(),
    );
    let question = Question {
        title: &title,
        names: &names,
        note: &note,
        go: &go,
        stay: &stay,
    };
    if let Some(goes) = ask(ui, pass, &mut place.focused, &question) {
        place.stay();
        place.sure = goes;
    }
}

/// Draws a question. Whether to go, once that is answered.
fn ask(ui: &Ui, pass: &mut Pass<'_>, focused: &mut bool, question: &Question<'_>) -> Option<bool> {
    let mut answer = None;
    let wide = 440.0_f32;
    let lines = Pen::new(ui.painter(), pass.look).wrapped(
        question.note,
        Face::small(),
        pass.look.ink.text,
        wide - 40.0,
        4,
    );
    let under = 48.0 + question.names.len() as f32 * 22.0;
    let rect = super::place(ui, pass, wide, under + lines.size().y + 60.0);
    super::over(ui, pass, question.title, rect, |ui, pass| {
        let pen = Pen::new(ui.painter(), pass.look);
        let ink = &pass.look.ink;
        let row = |y: f32, height: f32| {
            Rect::from_min_size(
                pos2(rect.left() + 20.0, rect.top() + y),
                vec2(rect.width() - 40.0, height),
            )
        };
        pen.text(
            row(16.0, 24.0),
            Align::Min,
            question.title,
            Face::heading(),
            ink.text,
        );
        for (at, name) in question.names.iter().enumerate() {
            let line = row(46.0 + at as f32 * 22.0, 20.0);
            pen.text(line, Align::Min, name, Face::strong(), ink.text);
        }
        let note = row(under, lines.size().y);
        pen.block(
            note.min,
            note.width(),
            question.note,
            Face::small(),
            ink.text_secondary,
        );
        let response = ui.interact(note, ui.scope_id().with("note"), Sense::hover());
        let spoken = format!("{} – {}", question.title, question.note);
        response.widget_info(|| WidgetInfo::labeled(Role::Alert, true, spoken.as_str()));
        let mut x = rect.right() - 20.0;
        for (n, button) in [
            Button::new(question.stay).kind(Kind::Primary),
            Button::new(question.go),
        ]
        .into_iter()
        .enumerate()
        {
            let wide = button.width(&pen);
            let at = Rect::from_min_size(pos2(x - wide, rect.bottom() - 44.0), vec2(wide, 28.0));
            let response = button.show(ui, pass.look, ui.scope_id().with(("answer", n)), at);
            if n == 0 && !*focused {
                response.request_focus();
                *focused = true;
            }
            if response.clicked() {
                answer = Some(n == 1);
            }
            x = at.left() - 8.0;
        }
    });
    answer
}
