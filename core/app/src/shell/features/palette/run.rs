//! `App` methods that run what the user chose in the palette.

use crate::dataset::grouping::Grouping;
use crate::foundation::cx::bulk_row::BulkOp;
use crate::foundation::cx::overlay::{Overlay, PaletteItem};
use crate::foundation::cx::overlay_types::PaletteCommand;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::shell::app::App;
use crate::vocabulary::setting::SettingDoc;

impl App {
    pub(crate) fn run_command(&mut self, command: PaletteCommand) -> Vec<Effect> {
        match command {
            PaletteCommand::View(name) => return self.show_view(&name),
            PaletteCommand::OwnName(name) => {
                return self.views.set_own_name(&name, &mut self.table, &mut self.pipeline, &mut self.cx);
            }
            PaletteCommand::Theme(theme) => self.cx.options.theme = theme,
            PaletteCommand::Accent(accent) => self.cx.options.accent = accent,
            PaletteCommand::Swimlanes(swimlanes) => {
                self.table.set_swimlanes(swimlanes, &mut self.pipeline, &mut self.cx);
            }
            PaletteCommand::Ascii(ascii) => self.cx.options.ascii = ascii,
            PaletteCommand::Mouse(enabled) => {
                self.cx.options.mouse = enabled;
                let key = if enabled { "toast-mouse-on" } else { "toast-mouse-off" };
                self.cx.notify(ToastContent::new(key), SHORT);
            }
            PaletteCommand::Sort(column)
                if !self.table.shown && self.pipeline.sortable_columns().contains(&column) =>
            {
                self.table.sort_board(column, &mut self.pipeline, &mut self.cx);
            }
            PaletteCommand::Sort(column) => {
                self.table.show_table(true, &mut self.pipeline, &mut self.cx);
                self.table.sort_by(column, false, &mut self.pipeline, &mut self.cx);
            }
            PaletteCommand::Group(columns) => {
                self.table.show_table(true, &mut self.pipeline, &mut self.cx);
                let grouping = Grouping { columns, ..self.pipeline.board_layout().grouping() };
                self.table.set_grouping(&grouping, &mut self.pipeline, &mut self.cx);
            }
            PaletteCommand::Sheet(sheet) => self.show_sheet(sheet, None),
            PaletteCommand::AsOf(as_of, lists) => {
                self.visit.listed_past = lists.then_some(as_of);
                return vec![Effect::ShowAsOf(Some(as_of))];
            }
            PaletteCommand::Setting(doc) => {
                let key = SettingDoc::find(&[doc.name.to_owned()]).map_or(Vec::new(), |(_, key)| key);
                self.begin_settings(key);
            }
            PaletteCommand::EnterDates(typed) => self.cx.open_as_of_form(Some(typed)),
            PaletteCommand::Label(typed) => return self.run_label_command(typed),
            PaletteCommand::Followup(typed) => return self.run_followup_command(&typed),
            PaletteCommand::MoveTask(statut) => {
                if let Some(id) = self.tasks.focused_task().map(|task| task.id.clone()) {
                    return self.tasks.move_task(&id, &statut, &mut self.cx);
                }
            }
            PaletteCommand::Move(status) if !self.pipeline.acts_on_selection(&self.cx) => {
                if let Some(deal) = self.pipeline.focused_id(&self.cx) {
                    return self.cx.move_deal(&deal, &status);
                }
            }
            PaletteCommand::Owner(owner) if !self.pipeline.acts_on_selection(&self.cx) => {
                if let Some(deal) = self.pipeline.focused_id(&self.cx) {
                    return self.cx.set_owner(deal, &owner);
                }
            }
            PaletteCommand::Move(status) => return self.change_selected(BulkOp::Status(status)),
            PaletteCommand::Owner(owner) => return self.change_selected(BulkOp::Owner(owner)),
        }
        Vec::new()
    }

    /// Shows the deals of a view.
    pub(crate) fn show_view(&mut self, name: &str) -> Vec<Effect> {
        let effects =
            if self.cx.screen == Screen::Pipeline { Vec::new() } else { self.show(Screen::Pipeline) };
        self.views.open_view(name, &mut self.table, &mut self.pipeline, &mut self.cx);
        effects
    }

    pub(crate) fn run_palette(&mut self) -> Vec<Effect> {
        let Overlay::Palette(mut palette) = std::mem::take(&mut self.cx.overlay) else {
            return Vec::new();
        };
        match palette.items.get(palette.selected).cloned() {
            Some(PaletteItem::Command(PaletteCommand::OwnName(name), _))
                if self.cx.needs_confirmation(&name, &palette) =>
            {
                palette.confirming_owner = !name.is_empty();
                self.cx.overlay = Overlay::Palette(palette);
            }
            Some(PaletteItem::Command(_, Err(reason))) => {
                self.cx.refuse(None, reason);
            }
            Some(item) => self.cx.palette_choice = Some(item),
            // Without a result the palette stays open; otherwise the next letter would act as a key of the screen
            // below.
            None => self.cx.overlay = Overlay::Palette(palette),
        }
        Vec::new()
    }
}
