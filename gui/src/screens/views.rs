//! The views screen: deal views, server views and dashboards at the left, details beside them.

mod tiles;

use crate::prelude::*;
use encours_core::app::screens::server_views::server_views::{DASHBOARDS, DEAL_VIEWS, DETAIL, SERVICE_VIEWS};
use encours_core::app::screens::server_views::view::views_screen::{self, ViewsScreenView};

use super::lists::{PressEffect, collapsed};
use super::{lists, screen_header};

const MARGIN: f32 = 16.0;
const GAP: f32 = 12.0;

/// Returns the name of the target of the header buttons: the selected line, or the shown detail.
fn target_name(frame: &FrameCtx<'_>, view: &ViewsScreenView) -> String {
    match view.lists.get(frame.app.cx.pane()) {
        Some(list) => {
            let line = list.lines.iter().find(|line| line.selected);
            line.map(|line| line.label.to_string()).unwrap_or_default()
        }
        None => view.detail.title.clone(),
    }
}

/// Draws the views.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let view = views_screen::views_screen_view(frame.app);
    let of_service = frame.app.server_views.is_service_view_open(&frame.app.cx);
    let actions: &[(ActionId, Icon)] = match frame.app.cx.pane() {
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
    let target = target_name(frame, &view);
    let remaining = screen_header::show(ui, frame, (&target, false), actions).shrink(MARGIN);
    // If space is short, the detail gets a little more than half.
    let left_rect = remaining.with_max_x(remaining.left() + (remaining.width() * 0.36).clamp(240.0, 480.0));
    let right = remaining.with_min_x(left_rect.right() + GAP);
    let row = frame.theme.tokens.size.row;
    let painter = frame.painter(ui);
    let desired_height = |number: usize| {
        let list = &view.lists[number];
        let width = left_rect.width() - 2.0;
        // Names of own views wrap, so their rows may be higher.
        let row = if number == DEAL_VIEWS { lists::row_height(&painter, width, list) } else { row };
        let lines = lists::TITLE_HEIGHT + list.lines.len().max(2) as f32 * row + 14.0;
        lines.max(lists::empty_state_height(&painter, list, width))
    };
    let numbers = [DEAL_VIEWS, SERVICE_VIEWS, DASHBOARDS];
    // While the detail has the focus, its list of origin stays open.
    let keys = match frame.app.cx.pane() {
        DETAIL if of_service => SERVICE_VIEWS,
        DETAIL => DASHBOARDS,
        pane => pane,
    };
    let heights =
        collapsed::distribute_height(numbers.map(desired_height), left_rect.height() - 2.0 * GAP, keys, row);
    let mut y = left_rect.top();
    for (number, height) in numbers.into_iter().zip(heights) {
        let query_rect = Rect::from_min_max(pos2(left_rect.left(), y), pos2(left_rect.right(), y + height));
        let press = if number == DEAL_VIEWS { PressEffect::FocusTwoRows } else { PressEffect::Open };
        let list = &view.lists[number];
        if height <= lists::TITLE_HEIGHT {
            collapsed::show(ui, frame, number, query_rect, (&list.title, &list.note));
        } else {
            lists::show(ui, frame, number, query_rect, list, press);
        }
        y += height + GAP;
    }
    match &view.tiles {
        Some(detail) => tiles::show(ui, frame, right, detail),
        None => lists::show(ui, frame, DETAIL, right, &view.detail, PressEffect::Open),
    }
}
