//! `App` methods that run what the user chose in the palette.

use crate::foundation::cx::bulk_row::BulkVerb;
use crate::foundation::cx::overlay::{Layer, PaletteItem};
use crate::foundation::cx::overlay_types::Command;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::shell::app::App;

impl App {
    pub(crate) fn run_command(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::View(name) => {
                let effects = if self.cx.screen == Screen::Pipeline {
                    Vec::new()
                } else {
                    self.show(Screen::Pipeline)
                };
                self.views
                    .open_view(&name, &mut self.table, &mut self.pipeline, &mut self.cx);
                effects
            }
            Command::Me(name) => self
                .views
                .set_me(&name, &mut self.table, &mut self.pipeline, &mut self.cx),
            Command::Theme(theme) => {
                self.cx.options.theme = theme;
                Vec::new()
            }
            Command::Accent(accent) => {
                self.cx.options.accent = accent;
                Vec::new()
            }
            Command::Lanes(lanes) => {
                self.table.set_lanes(lanes, &mut self.pipeline, &mut self.cx);
                Vec::new()
            }
            Command::Ascii(ascii) => {
                self.cx.options.ascii = ascii;
                Vec::new()
            }
            Command::Mouse(on) => {
                self.cx.options.mouse = on;
                self.cx
                    .say(ToastKind::Pointed { on }, crate::foundation::cx::toast::SHORT);
                Vec::new()
            }
            Command::Sort(column) if !self.table.shown && self.pipeline.board_orders().contains(&column) => {
                self.table.sort_board(column, &mut self.pipeline, &mut self.cx);
                Vec::new()
            }
            Command::Sort(column) => {
                self.table.show_table(true, &mut self.pipeline, &mut self.cx);
                self.table
                    .sort_by(column, false, &mut self.pipeline, &mut self.cx);
                Vec::new()
            }
            Command::MoveTask(statut) => match self.tasks.focused_task().map(|task| task.id.clone()) {
                Some(id) => self.tasks.move_task(&id, &statut, &mut self.cx),
                None => Vec::new(),
            },
            Command::Move(status) if !self.pipeline.acts_on_selection(&self.cx) => {
                match self.pipeline.focused_id(&self.cx) {
                    Some(deal) => self.cx.move_deal(&deal, &status),
                    None => Vec::new(),
                }
            }
            Command::Owner(owner) if !self.pipeline.acts_on_selection(&self.cx) => {
                match self.pipeline.focused_id(&self.cx) {
                    Some(deal) => self.cx.set_owner(deal, &owner),
                    None => Vec::new(),
                }
            }
            Command::Move(status) => self.change_selected(BulkVerb::Status(status)),
            Command::Owner(owner) => self.change_selected(BulkVerb::Owner(owner)),
        }
    }

    pub(crate) fn run_palette(&mut self) -> Vec<Effect> {
        let Layer::Palette(mut palette) = std::mem::take(&mut self.cx.layer) else {
            return Vec::new();
        };
        match palette.items.get(palette.selected).cloned() {
            Some(PaletteItem::Command(Command::Me(name), _))
                if self.cx.is_to_be_asked_again(&name, &palette) =>
            {
                palette.asked_again = !name.is_empty();
                self.cx.layer = Layer::Palette(palette);
                Vec::new()
            }
            Some(PaletteItem::Command(_, Err(reason))) => {
                let reason = reason.key();
                self.cx.say(
                    ToastKind::Disabled { id: None, reason },
                    crate::foundation::cx::toast::SHORT,
                );
                Vec::new()
            }
            Some(item) => {
                self.cx.chosen = Some(item);
                Vec::new()
            }
            // Without a result the palette stays open; otherwise the next letter would act as a key of the screen
            // below.
            None => {
                self.cx.layer = Layer::Palette(palette);
                Vec::new()
            }
        }
    }
}
