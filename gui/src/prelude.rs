//! The names that almost every drawing file uses.

pub(crate) use egui::scroll_area::ScrollSource;
pub(crate) use egui::{
    Align, Color32, Id, Pos2, Rect, Response, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    Vec2, WidgetInfo, pos2, vec2,
};
pub(crate) use encours_core::app::deals::board::view::{card::Card, header::ColumnHeader};
pub(crate) use encours_core::app::foundation::cx::overlay::{Overlay, PickerKind};
pub(crate) use encours_core::app::foundation::input::commands::ActionId;
pub(crate) use encours_core::app::foundation::input::context::Screen;
pub(crate) use encours_core::app::foundation::input::key::{Key, KeyCode};
pub(crate) use encours_core::app::foundation::presentation::{
    picker_view::LineIcon, tone::Tone, write_mark::WriteMark,
};
pub(crate) use encours_core::app::shell::action::Action;
pub(crate) use encours_core::app::shell::app::App;
pub(crate) use encours_core::dataset::column::DealColumn;
pub(crate) use encours_core::text::{Lang, MessageArg, Messages, SafeText, date, number, sentence};
pub(crate) use encours_core::vocabulary::Band;

pub(crate) use crate::frame_ctx::FrameCtx;
pub(crate) use crate::input::{input_queue, key_events};
pub(crate) use crate::overlays::{context_menu, toasts};
pub(crate) use crate::screens::UiState;
pub(crate) use crate::theme::{FontWeight, Icon, TextStyle, Theme};
pub(crate) use crate::widgets::area::{RectExt, UiExt, rect_at, scroll_area, scroll_area_along};
pub(crate) use crate::widgets::checkbox::{self, CheckState};
pub(crate) use crate::widgets::field::{self, TextInput};
pub(crate) use crate::widgets::{
    Button, ButtonRow, ButtonStyle, Painter, ResponseExt, joined, keycap, set_a11y_choice, set_a11y_count,
    set_a11y_position, trailing_items,
};
