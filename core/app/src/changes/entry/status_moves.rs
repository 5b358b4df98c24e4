//! Moves of a deal to another status, with all values known.

use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::UndoableChange;
use crate::foundation::cx::toast_content::ToastContent;
use crate::model::effect::Effect;

impl AppCx {
    /// Moves a deal to another status, without an entry form.
    pub(crate) fn move_without_form(&mut self, deal: &DealId, (from, status): (&str, &str)) -> Vec<Effect> {
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        if from == status {
            return Vec::new();
        }
        let label = row.name.to_owned();
        let from = from.to_owned();
        self.change_status(deal, label, (from, status), (Fields::new(), Fields::new()))
    }

    /// Moves a deal to another status and owner, without an entry form.
    pub(in crate::changes) fn move_to_swimlane_unasked(
        &mut self,
        deal: &DealId,
        (from, status): (&str, &str),
        owner: &str,
    ) -> Vec<Effect> {
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        if from == status || row.owner == owner {
            return self.move_without_form(deal, (from, status));
        }
        let label = row.name.to_owned();
        let (mut before, mut after) = (Fields::new(), Fields::new());
        for (fields, owner) in [(&mut before, row.owner), (&mut after, owner)] {
            if owner.is_empty() {
                fields.set_null("responsable");
            } else {
                fields.set_text("responsable", owner);
            }
        }
        self.change_status(deal, label, (from.to_owned(), status), (before, after))
    }

    /// Reports that a deal moves and submits the status with the other changed fields.
    pub(crate) fn change_status(
        &mut self,
        deal: &DealId,
        label: String,
        (from, to): (String, &str),
        (mut before, mut after): (Fields, Fields),
    ) -> Vec<Effect> {
        before.set_text("status", &from);
        after.set_text("status", to);
        let owner = after.touches("responsable").then(|| {
            let new_owner = after.text("responsable");
            new_owner.map_or_else(String::new, std::borrow::Cow::into_owned)
        });
        let content = ToastContent::moved(&label, (&from, to), owner.as_deref()).for_record(deal.as_str());
        self.notify(content, self.options.undo_delay);
        self.change_fields(deal.clone(), label, before, after)
    }

    /// Records a change of fields for undo and submits it.
    pub(in crate::changes) fn change_fields(
        &mut self,
        deal: DealId,
        label: String,
        before: Fields,
        after: Fields,
    ) -> Vec<Effect> {
        self.history.push(UndoableChange::of_deal(deal.clone(), &label, before.clone(), after.clone()));
        self.expect(&deal, &after);
        vec![Effect::Update { deal, fields: after, base: before, label, undo_delay: self.options.undo_delay }]
    }
}
