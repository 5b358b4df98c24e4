//! Questions with buttons: delete a deal, leave with unsent changes, sign out.
//!
//! The first two are questions of the application; egui's focus follows the answer that the application has selected.

use crate::prelude::*;
use encours_core::app::shell::view::picker;

/// State of the question before signing out.
#[derive(Clone, Copy, Debug, Default)]
pub struct SignOutQuestion {
    /// The stage of the question.
    pub stage: SignOutStage,
    has_focus: bool,
}

/// Stages of the sign-out question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SignOutStage {
    /// The question is not shown.
    #[default]
    Hidden,
    /// The question is shown.
    Asking,
    /// The user has confirmed.
    Confirmed,
}

impl SignOutQuestion {
    /// Returns whether the question is shown.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.stage == SignOutStage::Asking
    }

    /// Cancels the question.
    pub fn cancel(&mut self) {
        (self.stage, self.has_focus) = (SignOutStage::Hidden, false);
    }
}

/// A question: title, subject, consequences and answers.
struct Question<'a> {
    title: &'a str,
    subject: &'a str,
    note: &'a str,
    /// The answers, from the strongest to the most harmless. Stacked buttons follow this order. Buttons in a row use
    /// the reverse, as the platform does: harmless left, strongest right.
    answers: &'a [String],
    /// Index and style of the highlighted answer.
    primary: (usize, ButtonStyle),
    /// Index of the answer that should get egui's focus, if any.
    focus: Option<usize>,
    /// True if the answers are stacked even when they fit in a row. A question with a varying number of answers then
    /// always has the same order.
    stacked: bool,
}

/// Draws the question before signing out.
pub(super) fn draw_sign_out(ui: &Ui, frame: &mut FrameCtx<'_>) {
    let title = frame.messages.with("sign-out-title", &[("who", MessageArg::from(frame.user))]);
    let note = frame.message("sign-out-note").into_owned();
    let answers = ["sign-out-go", "button-cancel"].map(|key| frame.message(key).into_owned());
    let dialog = Question {
        title: &title,
        subject: "",
        note: &note,
        answers: &answers,
        primary: (0, ButtonStyle::Danger),
        focus: (!std::mem::replace(&mut frame.state.sign_out_question.has_focus, true)).then_some(1),
        stacked: false,
    };
    if let Some(pressed_answer) = draw_dialog(ui, frame, &dialog).0 {
        frame.state.sign_out_question.cancel();
        if pressed_answer == 0 {
            frame.state.sign_out_question.stage = SignOutStage::Confirmed;
        }
    }
}

/// Draws the question that the application asks.
pub(super) fn draw_question(ui: &Ui, frame: &mut FrameCtx<'_>) {
    let (Some(view), Some(open)) = (picker::picker_view(frame.app), frame.app.cx.picker()) else {
        return;
    };
    let (note, about) = view
        .summary
        .split_last()
        .map_or((String::new(), String::new()), |(note, about)| (note.clone(), about.join("\n")));
    let answers: Vec<String> = view.lines.iter().map(|line| line.label.to_string()).collect();
    // Arrows select in the application, Tab selects in egui; the latest change wins.
    let moved = frame.state.overlays.selected_line.replace(open.selected) != Some(open.selected);
    let question = Question {
        title: &view.title,
        subject: &about,
        note: &note,
        answers: &answers,
        primary: if open.kind == PickerKind::ConfirmQuit {
            (answers.len() - 1, ButtonStyle::Primary)
        } else {
            (0, ButtonStyle::Danger)
        },
        focus: moved.then_some(open.selected),
        stacked: open.kind == PickerKind::ConfirmQuit,
    };
    let (pressed, focused) = draw_dialog(ui, frame, &question);
    if let Some(pressed_answer) = pressed {
        frame.request(Action::FocusOverlayLine(pressed_answer));
        frame.request_command(ActionId::Open);
    } else if let Some(focused) = focused.filter(|focused| !moved && *focused != open.selected) {
        frame.state.overlays.selected_line = Some(focused);
        frame.request(Action::FocusOverlayLine(focused));
    }
}

/// Height of an answer including the gap above it.
const ANSWER_HEIGHT: f32 = 36.0;

/// Returns index and area of each answer, in visual order. Tab follows that order if they are drawn in it.
fn answer_rects(rect: Rect, widths: &[f32], in_row: bool) -> Vec<(usize, Rect)> {
    let inner = rect.narrowed(20.0);
    if in_row {
        let reversed: Vec<f32> = widths.iter().rev().copied().collect();
        let end = pos2(inner.right(), rect.bottom() - 8.0 - ANSWER_HEIGHT + 14.0);
        return (0..widths.len()).rev().zip(trailing_items::rects_ending_at(end, 8.0, &reversed)).collect();
    }
    let top = rect.bottom() - 8.0 - widths.len() as f32 * ANSWER_HEIGHT;
    let answer_rect = |n: usize| inner.row(top + n as f32 * ANSWER_HEIGHT, 28.0);
    (0..widths.len()).map(|n| (n, answer_rect(n))).collect()
}

/// Returns whether the answers lie in a row.
fn fits_in_row(widths: &[f32], available: f32, stacked: bool) -> bool {
    !stacked && widths.iter().sum::<f32>() + 8.0 * (widths.len() as f32 - 1.0) <= available
}

/// Draws a question. Returns the answer that was pressed, and the one that has egui's focus.
fn draw_dialog(ui: &Ui, frame: &mut FrameCtx<'_>, question: &Question<'_>) -> (Option<usize>, Option<usize>) {
    const DIALOG_WIDTH: f32 = 460.0;
    let (mut pressed, mut focused) = (None, None);
    let (painter, colors) = frame.painter_and_colors(ui);
    let available = DIALOG_WIDTH.min(ui.ctx().content_rect().width() - 32.0) - 40.0;
    let item_height = |text: &str, style: TextStyle| match text {
        "" => 0.0,
        text => painter.layout_wrapped(text, style, colors.text, available, usize::MAX).size().y,
    };
    let about = item_height(question.subject, TextStyle::strong());
    let content_bottom = 48.0 + about + if about > 0.0 { 8.0 } else { 0.0 };
    let note = item_height(question.note, TextStyle::small());
    let (primary, kind) = question.primary;
    let buttons = question.answers.iter().enumerate().map(|(n, label)| {
        Button::new(label).with_style(if n == primary { kind } else { ButtonStyle::Default })
    });
    let buttons: Vec<Button<'_>> = buttons.collect();
    let widths: Vec<f32> = buttons.iter().map(|button| button.width(&painter)).collect();
    let in_row = fits_in_row(&widths, available, question.stacked);
    let rows = if in_row { 1.0 } else { widths.len() as f32 };
    let rect = super::box_rect(ui, frame, DIALOG_WIDTH, content_bottom + note + 24.0 + rows * ANSWER_HEIGHT);
    super::draw_box(ui, frame, question.title, rect, |ui, frame| {
        let painter = frame.painter(ui);
        let row =
            |y: f32, height: f32| rect_at(rect.left() + 20.0, rect.top() + y, rect.width() - 40.0, height);
        painter.left(row(16.0, 24.0), question.title, TextStyle::heading(), colors.text);
        let name = row(46.0, about);
        painter.block(name.min, name.width(), question.subject, TextStyle::strong(), colors.text);
        let note = row(content_bottom, note);
        painter.block(note.min, note.width(), question.note, TextStyle::small(), colors.text_secondary);
        let a11y_text = joined(&[question.title, question.subject, question.note]);
        ui.describe(note, "note", Role::Alert, &a11y_text);
        for (n, at) in answer_rects(rect, &widths, in_row) {
            let response = frame.press(ui, ("answer", n), at, &buttons[n]);
            if question.focus == Some(n) {
                response.request_focus();
            }
            focused = focused.or(response.has_focus().then_some(n));
            pressed = pressed.or(response.clicked().then_some(n));
        }
    });
    (pressed, focused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacked_quit_answers_keep_cancel_last() {
        let rect = rect_at(0.0, 0.0, 460.0, 400.0);
        let order = |widths: &[f32], stacked: bool| -> Vec<usize> {
            let placed = answer_rects(rect, widths, fits_in_row(widths, 420.0, stacked));
            placed.into_iter().map(|(index, _)| index).collect()
        };
        let (two, three) = ([290.0, 60.0], [200.0, 290.0, 60.0]);
        assert_eq!(order(&two, true), [0, 1]);
        assert_eq!(order(&three, true), [0, 1, 2]);
        assert_eq!(order(&two, false), [1, 0], "other questions have a row of buttons");
    }
}
