//! Gallery plate of placeholders: notices with and without an action, and a failure.

use egui::{Rect, Ui, UiBuilder, pos2, vec2};
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::foundation::presentation::notice::EmptyStateText;
use encours_core::app::foundation::presentation::problem::ProblemView;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::empty_state::ScreenPlaceholder;
use encours_core::text::{Lang, SafeText};
use encours_gui::frame_ctx::FrameCtx;
use encours_gui::screens::UiState;
use encours_gui::theme::{Icon, Theme};
use encours_gui::widgets::empty_state;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::heading;

/// Draws two notices and a failure in a row.
pub(super) fn draw_placeholders(ui: &mut Ui, theme: &Theme, x: f32, y: f32) -> f32 {
    let y = heading(
        ui,
        theme,
        x,
        y,
        "In an empty place: a notice with the action that helps, one without, a failure",
    );
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap_or_else(|_| unreachable!());
    let options = Options::new(Lang::Fr, keymap, TimeZone::UTC);
    let app = App::new(options, Timestamp::UNIX_EPOCH);
    let mut state = UiState::default();
    let mut frame = FrameCtx::new(&app, theme, "A. Martin", &mut state);
    let notice = |title: &str, text: &str, action| {
        ScreenPlaceholder::Empty(EmptyStateText {
            title: title.into(),
            text: text.into(),
            action,
            is_loading: false,
        })
    };
    let shown = [
        (
            notice(
                "Aucun deal",
                "Le service n’en tient aucun. Le premier se crée ici.",
                Some(ActionId::NewDeal),
            ),
            Icon::Plus,
        ),
        (notice("Rien à lire", "Tout a été lu.", None), Icon::Inbox),
        (
            ScreenPlaceholder::Problem(ProblemView {
                title: "La lecture des deals a échoué".into(),
                safe_data: "Ce qui a été lu reste là.".into(),
                next_step: "Un nouvel essai a lieu dans 40 s.".into(),
                http_status: Some("500 Internal Server Error".into()),
                detail: Some(SafeText::line("an unexpected condition was met")),
                request_id: Some(SafeText::line("6f1c08d2-4b7e-4a52-9d7e-0c3a5b1f2e90")),
                members: Vec::new(),
            }),
            Icon::Info,
        ),
    ];
    let size = vec2(366.0, 196.0);
    for (n, (blank, icon)) in shown.iter().enumerate() {
        let rect = Rect::from_min_size(pos2(x + n as f32 * (size.x + 16.0), y), size);
        let inside = UiBuilder::new().id_salt(("placeholder", n)).max_rect(rect);
        empty_state::show(&mut ui.new_child(inside), &mut frame, rect, blank, *icon);
    }
    y + size.y + 20.0
}
