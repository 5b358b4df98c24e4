//! Dragging a card to another column. The same move is on keys and in a menu; here is what the pointer adds: the hole
//! it leaves, the column and the lane that take it, the place where it will stand, the counts to come, and edges that
//! scroll. A card carried by keyboard is shown in the same way.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Align, Id, LayerId, Order, Rect, Ui, Vec2, pos2, vec2};
use encours_core::app::{Action, ActionId, Key, KeyCode, Lanes};
use encours_core::view::board::{Card, ColumnHead};
use encours_core::view::text::Clean;

use super::board::{self, BoardPlace};
use crate::keys;
use crate::pass::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Pen, card, keycap};

/// A card on its way.
#[derive(Clone, Debug)]
pub struct Drag {
    /// The card.
    pub card: Card,
    /// The column it comes from.
    pub from: usize,
    /// That column's name.
    pub from_label: String,
    /// Where in the card the pointer took it.
    pub grab: Vec2,
    /// How large the card is.
    pub size: Vec2,
    /// The column under the pointer.
    pub over: Option<usize>,
    /// That column's name.
    pub over_label: String,
    /// The owner of the lane under the pointer, where letting go gives the deal to them; empty for nobody's.
    pub owner: Option<String>,
    /// How many deals are on their way.
    pub count: usize,
    /// How many of them each column gives, by its place.
    pub taken: BTreeMap<usize, usize>,
    /// The lane that would take it, by its code; `None` where the board has no lanes.
    pub lane: Option<String>,
    /// Whether the lane under the pointer takes nothing of what is dragged: its class is the service's to say.
    pub refused: bool,
    /// What the lanes of the deals on their way are called, by owner or by class.
    pub(super) lanes: BTreeSet<String>,
}

impl Drag {
    /// A card that is taken where it stands, alone or with the others selected.
    pub(super) fn begin(pass: &Pass<'_>, card: &Card, (from, from_label): (usize, &str), many: bool) -> Self {
        let app = pass.app;
        let deals = &app.snapshot().deals;
        let rows = if many {
            app.selected_rows()
        } else {
            let row = deals.find(card.id.as_str()).and_then(|ix| deals.row(ix));
            row.into_iter().collect()
        };
        let mut taken = BTreeMap::new();
        let mut lanes = BTreeSet::new();
        for row in &rows {
            let mut columns = app.lens().columns.iter();
            if let Some(at) = columns.position(|column| column.status == row.status) {
                *taken.entry(at).or_default() += 1;
            }
            let lane = match app.board_look().lanes {
                Lanes::Class => row.class,
                Lanes::Owner | Lanes::None => row.owner,
            };
            lanes.insert(lane.to_owned());
        }
        Self {
            card: card.clone(),
            from,
            from_label: from_label.to_owned(),
            grab: Vec2::ZERO,
            size: Vec2::ZERO,
            over: None,
            over_label: String::new(),
            owner: None,
            count: rows.len().max(1),
            taken,
            lane: None,
            refused: false,
            lanes,
        }
    }

    /// The card that is carried by keyboard, over where it would be let go.
    pub(super) fn by_keyboard(pass: &Pass<'_>, heads: &[ColumnHead]) -> Option<Self> {
        let grab = pass.app.grabbed()?;
        let deals = &pass.app.snapshot().deals;
        let row = deals.find(grab.deal.as_str()).and_then(|ix| deals.row(ix))?;
        let shown = encours_core::view::board::card(pass.app, &row)?;
        let from = pass.app.board().cursor.column;
        let label = heads.get(from).map_or("", |head| head.label.as_str());
        let mut drag = Self::begin(pass, &shown, (from, label), grab.many);
        drag.over = Some(grab.column);
        drag.over_label = heads
            .get(grab.column)
            .map(|head| head.label.clone())
            .unwrap_or_default();
        drag.note_lane(pass, grab.lane.as_deref());
        Some(drag)
    }

    /// Whether letting go over a column would change anything.
    pub(super) fn moves_to(&self, over: usize) -> bool {
        !self.refused && (self.owner.is_some() || self.taken.get(&over).copied().unwrap_or(0) < self.count)
    }

    /// Whether letting go now would put it into a column, and there into a lane.
    pub(super) fn lands_in(&self, column: usize, lane: Option<&str>) -> bool {
        self.over == Some(column) && self.moves_to(column) && (lane.is_none() || self.lane.as_deref() == lane)
    }

    /// Notes the lane under the pointer. Deals change their owner with their lane; a class is the service's to say, so a
    /// lane of another class takes none of them.
    pub(super) fn note_lane(&mut self, pass: &Pass<'_>, lane: Option<&str>) {
        let own = |lane: &str| self.lanes.contains(lane);
        (self.lane, self.owner, self.refused) = match (pass.app.board_look().lanes, lane) {
            (Lanes::Owner, Some(lane)) => {
                let gives = self.lanes.len() > 1 || !own(lane);
                (Some(lane.to_owned()), gives.then(|| lane.to_owned()), false)
            }
            (Lanes::Class, Some(lane)) => (Some(lane.to_owned()), None, !own(lane)),
            _ => (None, None, false),
        };
    }

    /// Why nothing would change where the pointer is.
    fn nothing(&self, pass: &Pass<'_>) -> String {
        if self.refused {
            return pass
                .words
                .with("drag-class", &[("class", self.card.class_label.as_str().into())]);
        }
        pass.word("drag-nowhere").into_owned()
    }

    /// The same of deals that stand in several columns: none of them is where all come from.
    fn several_origins(&self, pass: &Pass<'_>) -> String {
        let args = [
            ("n", (self.count as u64).into()),
            ("to", self.over_label.as_str().into()),
        ];
        pass.words.with("drag-summary-several", &args)
    }

    /// What letting go over a column changes, in words.
    fn change(&self, pass: &Pass<'_>, over: usize) -> String {
        let moved = if self.taken.len() > 1 {
            self.several_origins(pass)
        } else {
            format!("{} → {}", self.from_label, self.over_label)
        };
        let Some(owner) = &self.owner else { return moved };
        let nobody = pass.word("owner-none");
        let owner = if owner.is_empty() {
            &*nobody
        } else {
            owner.as_str()
        };
        let owner = Clean::line_of(owner, 40);
        let given = if self.lanes.len() > 1 {
            format!("→ {owner}")
        } else {
            format!("{} → {owner}", self.card.owner)
        };
        if over == self.from && self.taken.len() < 2 {
            given
        } else {
            format!("{moved}, {given}")
        }
    }
}

/// How fast an edge scrolls, in points a second.
const SPEED: f32 = 900.0;

/// Scrolls columns and board while the pointer holds a card near an edge.
pub(super) fn scroll_edges(ui: &Ui, pass: &Pass<'_>, place: &mut BoardPlace, rect: Rect) {
    let Some(drag) = &place.drag else { return };
    let Some(at) = ui.input(|input| input.pointer.latest_pos()) else {
        return;
    };
    let zone = pass.look.tokens.size.edge_scroll;
    let by = SPEED * ui.input(|input| input.stable_dt).min(0.05);
    let push = |position: f32, from: f32, to: f32| match () {
        () if position < from + zone => -by,
        () if position > to - zone => by,
        () => 0.0,
    };
    let inside = rect.expand(zone).contains(at);
    let across = if inside {
        push(at.x, rect.left(), rect.right())
    } else {
        0.0
    };
    let down = if inside {
        push(at.y, rect.top() + pass.look.tokens.size.lane_head, rect.bottom())
    } else {
        0.0
    };
    let lanes = !pass.app.board().lanes().is_empty();
    let over = if lanes { Some(super::lanes::ALL) } else { drag.over };
    if across != 0.0 {
        board::push_across(place, across);
    }
    if let (Some(column), true) = (over, down != 0.0) {
        board::push_down(place, column, down);
    }
    if across != 0.0 || down != 0.0 {
        ui.ctx().request_repaint();
    }
}

/// Draws the card under the pointer, finds the column under it, and drops it when the button is let go.
pub(super) fn finish(
    ui: &Ui,
    pass: &mut Pass<'_>,
    place: &mut BoardPlace,
    shown: &[(usize, Rect)],
    heads: &[ColumnHead],
) {
    let Some(drag) = &mut place.drag else { return };
    let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
    let over = at.and_then(|at| {
        shown
            .iter()
            .find(|(_, rect)| rect.contains(at))
            .map(|(column, _)| *column)
    });
    if over != drag.over {
        drag.over = over;
        drag.over_label = over
            .and_then(|at| heads.get(at))
            .map(|head| head.label.clone())
            .unwrap_or_default();
        // The column drawn before knows it only in the next pass.
        ui.ctx().request_repaint();
    }
    if !down {
        let target = drag
            .over
            .filter(|over| drag.moves_to(*over))
            .and_then(|over| heads.get(over));
        if let Some(head) = target.filter(|head| !head.status.is_empty()) {
            let status = head.status.clone();
            let deal = drag.card.id.clone();
            pass.act(match drag.owner.take() {
                owner if drag.count > 1 => Action::MoveSelected { status, owner },
                Some(owner) => Action::MoveToLane { deal, status, owner },
                None => Action::MoveDeal { deal, status },
            });
        }
        place.drag = None;
        ui.ctx().request_repaint();
        return;
    }
    ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    if let Some(at) = at {
        float(ui, pass, drag, at);
    }
}

/// The card under the pointer, with a tip that says where it would go.
fn float(ui: &Ui, pass: &Pass<'_>, drag: &Drag, at: egui::Pos2) {
    let layer = LayerId::new(Order::Tooltip, Id::unique("dragged"));
    let pen = Pen::new(&ui.ctx().layer_painter(layer), pass.look);
    let rect = Rect::from_min_size(at - drag.grab, drag.size);
    card::paint(
        &pen,
        rect,
        &drag.card,
        card::State {
            hovered: false,
            floating: true,
            tick: None,
            quiet: false,
            face: card::CardFace::of(pass.app.board_look()),
        },
    );
    if drag.count > 1 {
        let count = encours_core::view::text::number::integer(pass.app.lang(), drag.count as u64);
        keycap::pill(&pen, rect.right() + 9.0, rect.top(), &count, true);
    }
    let ink = &pass.look.ink;
    let words = match drag.over.filter(|over| drag.moves_to(*over)) {
        Some(over) => drag.change(pass, over),
        None => drag.nothing(pass),
    };
    let esc = keys::cap_of(pass.app, Key::plain(KeyCode::Esc));
    let escape = pass.words.with("drag-escape", &[("key", "".into())]);
    let escape = escape.trim();
    let strong = Face::small().weighing(Weight::SemiBold);
    let width =
        pen.width(&words, strong) + keycap::width(&pen, &esc) + pen.width(escape, Face::small()) + 38.0;
    let screen = ui.ctx().content_rect();
    let x = (rect.center().x - width / 2.0).clamp(
        screen.left() + 8.0,
        (screen.right() - width - 8.0).max(screen.left() + 8.0),
    );
    let tip = Rect::from_min_size(pos2(x, rect.bottom() + 14.0), vec2(width, 32.0));
    pen.cast(tip, pass.look.tokens.radius.button, pass.look.cast.float);
    // The tip stands on ink: the ground is the text's own colour.
    pen.boxed(
        tip,
        pass.look.tokens.radius.button,
        ink.text,
        pass.look.hairline(ink.text),
    );
    let end = pen
        .text(
            tip.with_min_x(tip.left() + 10.0),
            Align::Min,
            &words,
            strong,
            ink.surface,
        )
        .right();
    let cap = keycap::width(&pen, &esc);
    let place = Rect::from_min_size(pos2(end + 10.0, tip.center().y - 9.0), vec2(cap, 18.0));
    pen.boxed(
        place,
        pass.look.tokens.radius.chip,
        ink.text,
        pass.look.hairline(ink.control),
    );
    pen.text(place, Align::Center, &esc, Face::label(), ink.surface);
    pen.text(
        tip.with_min_x(place.right() + 6.0),
        Align::Min,
        escape,
        Face::small(),
        ink.surface,
    );
}

/// What letting go would do, in words.
pub(super) fn summary(pass: &Pass<'_>, drag: &Drag) -> String {
    let to = match drag.over {
        // Between lanes of one column the status stays: what changes is whose it is.
        Some(over) if drag.owner.is_some() => return drag.change(pass, over),
        Some(over) if drag.moves_to(over) => &drag.over_label,
        // Where nothing takes the card, letting go does nothing, and says so.
        _ => return drag.nothing(pass),
    };
    if drag.taken.len() > 1 {
        return drag.several_origins(pass);
    }
    pass.words.with(
        "drag-summary",
        &[
            ("n", (drag.count as u64).into()),
            ("from", drag.from_label.as_str().into()),
            ("to", to.as_str().into()),
        ],
    )
}

/// The status line while a card is dragged: what would happen, and how to do it without a pointer.
pub(super) fn status(pen: &Pen<'_>, pass: &Pass<'_>, rect: Rect, drag: &Drag) {
    let ink = &pass.look.ink;
    let x = rect.left() + 16.0;
    pen.icon_of(pos2(x + 7.0, rect.center().y), Icon::Arrow, 14.0, ink.accent_text);
    let summary = summary(pass, drag);
    let strong = Face::small().weighing(Weight::SemiBold);
    let end = pen
        .text(
            rect.with_min_x(x + 22.0),
            Align::Min,
            &summary,
            strong,
            ink.accent_text,
        )
        .right();
    if drag.over.is_none_or(|over| !drag.moves_to(over)) {
        return;
    }
    let hold = pass.app.options().hold.as_secs().to_string();
    let undo = pass.cap(ActionId::Undo);
    let until = pass
        .words
        .with("hold-until-undo", &[("s", hold.into()), ("key", undo.into())]);
    let keys = [ActionId::MoveTo, ActionId::MovePrevious, ActionId::MoveNext];
    let hint = pass.word("drag-hint-keys");
    let wide: f32 = keys
        .iter()
        .map(|id| keycap::width(pen, &pass.cap(*id)) + 6.0)
        .sum::<f32>()
        + pen.width(&hint, Face::small())
        + 6.0;
    let place = Rect::from_x_y_ranges(end + 14.0..=rect.right() - wide - 14.0, rect.y_range());
    pen.text(place, Align::Min, &until, Face::small(), ink.text_secondary);
    let mut x = rect.right() - wide;
    x = pen
        .text(
            rect.with_min_x(x),
            Align::Min,
            &hint,
            Face::small(),
            ink.text_secondary,
        )
        .right()
        + 6.0;
    for id in keys {
        x = keycap::at_left(pen, x, rect.center().y, &pass.cap(id)) + 6.0;
    }
}
