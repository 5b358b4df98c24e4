//! The views screen: deal views, server views and dashboards at the left, details beside them.

mod tiles;

use egui::{Rect, Ui, pos2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::library::library::{DASHBOARDS, DEAL_VIEWS, DETAIL, SERVICE_VIEWS};
use encours_core::app::screens::library::view::library::{self, LibraryView};

use super::lists::{PressEffect, collapsed};
use super::{UiState, lists, screen_header, status};
use crate::frame_ctx::FrameCtx;
use crate::theme::Icon;
use crate::widgets::Painter;

const MARGIN: f32 = 16.0;
const GAP: f32 = 12.0;

/// Returns the name of the target of the header buttons: the selected line, or the shown detail.
fn target_name(pass: &FrameCtx<'_>, view: &LibraryView) -> String {
    match view.lists.get(pass.app.cx.pane()) {
        Some(list) => {
            let line = list.lines.iter().find(|line| line.selected);
            line.map(|line| line.label.to_string()).unwrap_or_default()
        }
        None => view.detail.title.clone(),
    }
}

/// Draws the views.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState) {
    let full = ui.max_rect();
    let view = library::library_view(pass.app);
    let top = full.with_max_y(full.top() + pass.theme.tokens.size.topbar);
    let title = pass.message(Screen::Views.label_key()).into_owned();
    let of_service = pass.app.library.is_service_view_open(&pass.app.cx);
    let actions: &[(ActionId, Icon)] = match pass.app.cx.pane() {
        DEAL_VIEWS => &[
            (ActionId::DefaultView, Icon::Check),
            (ActionId::RenameView, Icon::Edit),
            (ActionId::DeleteView, Icon::Trash),
            (ActionId::PinView, Icon::Star),
            // The main action comes last, which highlights it.
            (ActionId::Open, Icon::Arrow),
        ],
        DETAIL if of_service => &[
            (ActionId::RenameView, Icon::Edit),
            (ActionId::EditViewState, Icon::Fields),
            (ActionId::ToggleTree, Icon::Table),
            (ActionId::Copy, Icon::Copy),
        ],
        DETAIL => &[(ActionId::ToggleTree, Icon::Table), (ActionId::Copy, Icon::Copy)],
        _ => &[
            (ActionId::RenameView, Icon::Edit),
            (ActionId::EditViewState, Icon::Fields),
            (ActionId::ForgetId, Icon::Close),
            (ActionId::AddIds, Icon::Plus),
        ],
    };
    screen_header::show(ui, pass, top, (&title, &target_name(pass, &view)), actions);
    let rest = status::draw_banner(ui, pass, full.with_min_y(top.bottom())).shrink(MARGIN);
    // If space is short, the detail gets a little more than half.
    let left = rest.with_max_x(rest.left() + (rest.width() * 0.36).clamp(240.0, 480.0));
    let right = rest.with_min_x(left.right() + GAP);
    let row = pass.theme.tokens.size.row;
    let pen = Painter::new(ui.painter(), pass.theme);
    let wanted = |number: usize| {
        let list = &view.lists[number];
        let wide = left.width() - 2.0;
        // Names of own views wrap, so their rows may be higher.
        let row = if number == DEAL_VIEWS {
            lists::row_height(&pen, wide, list)
        } else {
            row
        };
        let lines = lists::TITLE_HEIGHT + list.lines.len().max(2) as f32 * row + 14.0;
        lines.max(lists::offer_height(&pen, list, wide))
    };
    let numbers = [DEAL_VIEWS, SERVICE_VIEWS, DASHBOARDS];
    // While the detail has the focus, its list of origin stays open.
    let keys = match pass.app.cx.pane() {
        DETAIL if of_service => SERVICE_VIEWS,
        DETAIL => DASHBOARDS,
        pane => pane,
    };
    let heights = collapsed::distribute_height(numbers.map(wanted), left.height() - 2.0 * GAP, keys, row);
    let mut y = left.top();
    for (number, height) in numbers.into_iter().zip(heights) {
        let place = Rect::from_min_max(pos2(left.left(), y), pos2(left.right(), y + height));
        let press = if number == DEAL_VIEWS {
            PressEffect::FocusTwoRows
        } else {
            PressEffect::Open
        };
        let list = &view.lists[number];
        if height <= lists::TITLE_HEIGHT {
            collapsed::show(ui, pass, number, place, (&list.title, &list.note));
        } else {
            lists::show(ui, pass, places, number, place, list, press);
        }
        y += height + GAP;
    }
    match &view.tiles {
        Some(shown) => tiles::show(ui, pass, places, right, shown),
        None => lists::show(ui, pass, places, DETAIL, right, &view.detail, PressEffect::Open),
    }
}
