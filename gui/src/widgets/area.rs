//! Areas of the window: rectangles by position, and their accessible names and scrolling.

use std::borrow::BorrowMut;

use egui::AsIdSalt;

use crate::prelude::*;
use crate::screens::set_a11y_bounds;

/// Returns a rectangle from its upper left corner and its size.
#[must_use]
pub fn rect_at(x: f32, y: f32, width: f32, height: f32) -> Rect {
    Rect::from_min_size(pos2(x, y), vec2(width, height))
}

/// Returns an area that scrolls vertically by wheel and scroll bar, at a position if one is given.
pub fn scroll_area(salt: impl AsIdSalt, offset: Option<f32>) -> ScrollArea {
    scroll_area_along([false, true], salt, [None, offset])
}

/// Does the same for an area that scrolls horizontally, vertically or both.
pub fn scroll_area_along(axes: [bool; 2], salt: impl AsIdSalt, [x, y]: [Option<f32>; 2]) -> ScrollArea {
    let source = ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR;
    let mut area = ScrollArea::new(axes).id_salt(salt).auto_shrink(false).scroll_source(source);
    if let Some(x) = x {
        area = area.horizontal_scroll_offset(x);
    }
    if let Some(y) = y {
        area = area.vertical_scroll_offset(y);
    }
    area
}

/// Parts of a rectangle.
pub trait RectExt: Into<Rect> + Copy {
    /// Returns the row at a vertical position.
    #[must_use]
    fn row(self, y: f32, height: f32) -> Rect {
        let rect: Rect = self.into();
        rect_at(rect.left(), y, rect.width(), height)
    }

    /// Returns the area without margins at its left and right.
    #[must_use]
    fn inset(self, left: f32, right: f32) -> Rect {
        let rect: Rect = self.into();
        rect.with_min_x(rect.left() + left).with_max_x(rect.right() - right)
    }

    /// Returns the area after a distance from its left edge.
    #[must_use]
    fn after(self, distance: f32) -> Rect {
        self.inset(distance, 0.0)
    }

    /// Returns the area below a distance from its top edge.
    #[must_use]
    fn below(self, distance: f32) -> Rect {
        let rect: Rect = self.into();
        rect.with_min_y(rect.top() + distance)
    }

    /// Returns the upper part with a height.
    #[must_use]
    fn top_part(self, height: f32) -> Rect {
        let rect: Rect = self.into();
        rect.with_max_y(rect.top() + height)
    }

    /// Returns the point at a distance from the left edge, centred vertically.
    #[must_use]
    fn near_left(self, distance: f32) -> Pos2 {
        let rect: Rect = self.into();
        pos2(rect.left() + distance, rect.center().y)
    }

    /// Returns the point at a distance from the right edge, centred vertically.
    #[must_use]
    fn near_right(self, distance: f32) -> Pos2 {
        let rect: Rect = self.into();
        pos2(rect.right() - distance, rect.center().y)
    }

    /// Returns the area without margins of one width at its left and right.
    #[must_use]
    fn narrowed(self, margin: f32) -> Rect {
        self.inset(margin, margin)
    }
}

impl RectExt for Rect {}

/// Input and accessible names of areas.
pub trait UiExt: BorrowMut<Ui> {
    /// Adds an area with an accessible name and this input.
    fn named_area(&self, rect: Rect, id: Id, sense: Sense, name: (Role, &str)) -> Response {
        let response = self.borrow().interact(rect, id, sense);
        response.widget_info(|| WidgetInfo::labeled(name.0, true, name.1));
        response
    }

    /// Names an area for screen readers, and reports the pointer over it.
    fn hover_area(&self, rect: Rect, salt: impl AsIdSalt, role: Role, text: &str) -> Response {
        self.named_area(rect, self.borrow().scope_id().with(salt), Sense::hover(), (role, text))
    }

    /// Names an area for screen readers, and makes it clickable.
    fn click_area(&self, rect: Rect, salt: impl AsIdSalt, role: Role, text: &str) -> Response {
        self.named_area(rect, self.borrow().scope_id().with(salt), Sense::click(), (role, text))
    }

    /// Names an area for screen readers.
    fn describe(&self, rect: Rect, salt: impl AsIdSalt, role: Role, text: &str) {
        let _response = self.hover_area(rect, salt, role, text);
    }

    /// Makes an item of a group clickable. Only the item with the application's focus is a tab stop.
    fn item_area(&self, rect: Rect, id: Id, is_tab_stop: bool) -> Response {
        self.borrow().interact(rect, id, if is_tab_stop { Sense::click() } else { Sense::CLICK })
    }

    /// Returns whether the pointer is over an area of this layer, whatever is clipped.
    fn is_pointer_over(&self, rect: Rect) -> bool {
        let ui = self.borrow();
        let pointer = ui.ctx().pointer_hover_pos().filter(|at| rect.contains(*at));
        pointer.is_some_and(|at| ui.ctx().layer_id_at(at) == Some(ui.layer_id()))
    }

    /// Creates a part with a role and an accessible name; `bounds` is what is visible of it.
    fn named_part(
        &mut self,
        rect: Rect,
        salt: impl AsIdSalt,
        (role, name): (Role, &str),
        bounds: Rect,
    ) -> Ui {
        let builder = UiBuilder::new().id_salt(salt).max_rect(rect).accessibility_role(role);
        let child = self.borrow_mut().new_child(builder.accessibility_label(name));
        set_a11y_bounds(&child, bounds);
        child
    }

    /// Creates a part with an area of its own.
    fn part(&mut self, rect: Rect, salt: impl AsIdSalt) -> Ui {
        self.borrow_mut().new_child(UiBuilder::new().id_salt(salt).max_rect(rect))
    }
}

impl UiExt for Ui {}
