//! Rules and subscriptions: their list, and the actions that begin and end a subscription.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::pipeline::query_note::query_note;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change_types::{SettingChange, SettingsPlace};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::presentation::picker_view::{LineIcon, PickerView, picker_line};
use crate::model::effect::Effect;
use crate::model::rule::Rule;
use crate::query::Query;
use crate::text::Messages;

impl AppCx {
    /// Returns whether the user is notified of the deals that enter or leave a view.
    pub fn is_subscribed(&self, view: &str) -> bool {
        self.setting(&Rule::subscription_name(Some(view), "")).is_some()
    }

    /// Subscribes to a view or filter, or ends the subscription.
    pub(crate) fn toggle_subscription(&mut self, view: Option<&str>, filter: &str) -> Vec<Effect> {
        let name = Rule::subscription_name(view, filter);
        let before = self.setting(&name).map(str::to_owned);
        let value = before.is_none().then(String::new);
        let label = view.unwrap_or(filter).to_owned();
        let key = if value.is_some() { "toast-subscribed" } else { "toast-unsubscribed" };
        let change = SettingChange { name: name.clone(), before, after: value.clone() };
        self.push_settings(label.clone(), SettingsPlace::Subscriptions, vec![change], (None, None));
        self.notify(ToastContent::about(key, label), LONG);
        vec![Effect::SaveSetting { name, value }]
    }

    /// Builds the list of rules and subscriptions.
    pub(crate) fn rules_picker(&self, pipeline: &Pipeline) -> PickerView {
        let messages = Messages::new(self.lang());
        let line = |rule: &Rule| {
            let kind = if rule.setting.is_some() { "rule-kind-subscription" } else { "rule-kind-rule" };
            let query = Query::parse(&rule.when).unwrap_or_default();
            let warning = query_note(self, &pipeline.personalize(query, self));
            let warning = warning.map(|note| format!(" · {note}")).unwrap_or_default();
            let note = format!("{} · {}{warning}", messages.get(kind), rule.when);
            picker_line(LineIcon::None, &rule.name, &note)
        };
        let lines: Vec<_> = self.all_rules().iter().map(line).collect();
        let hint = messages.get(if lines.is_empty() { "rules-none" } else { "rules-hint" }).into_owned();
        let mut summary = vec![hint];
        summary.extend(self.options.rule_problems.iter().cloned());
        PickerView::complete(messages.get("action-rules").into_owned(), summary, lines)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::foundation::input::commands::ActionId as A;
    use crate::foundation::input::disabled_reason::DisabledReason;
    use crate::model::rule::{Repeat, Severity};
    use crate::model::snapshot::Snapshot;
    use crate::shell::action::Action;
    use crate::shell::testing::*;
    use crate::shell::view::picker::picker_view;

    /// Applies the saved settings like the engine.
    fn store(app: &mut App, effects: &[Effect]) {
        let mut snapshot = Snapshot::clone(app.cx.snapshot());
        let mut settings = snapshot.settings.map(|it| (*it).clone()).unwrap_or_default();
        for effect in effects {
            let changed = match effect {
                Effect::SaveSetting { name, value } => vec![(name.clone(), value.clone())],
                Effect::SaveSettings(changed) => changed.clone(),
                _ => continue,
            };
            for (name, value) in changed {
                settings.remove(&name);
                settings.extend(value.map(|value| (name, value)));
            }
        }
        snapshot.settings = Some(Arc::new(settings));
        snapshot.revision += 1;
        snapshot.handled += 1;
        app.on_snapshot(Arc::new(snapshot));
    }

    fn subscriptions(app: &App) -> Vec<String> {
        app.cx.all_rules().into_iter().filter_map(|rule| rule.setting).collect()
    }

    #[test]
    fn subscription_to_the_filter_is_toggled_and_undone() {
        let mut app = app();
        assert_eq!(app.enabled(A::Subscribe), Err(DisabledReason::NoFilter));
        app.dispatch(Action::SetFilter("status:ic".into()), test_now());
        for (action, expected) in [
            (A::Subscribe, vec!["subscription/filter/status:ic"]),
            (A::Undo, vec![]),
            (A::Redo, vec!["subscription/filter/status:ic"]),
            (A::Subscribe, vec![]),
        ] {
            let effects = run(&mut app, &[action]);
            store(&mut app, &effects);
            assert_eq!(subscriptions(&app), expected, "{action:?}");
        }
    }

    #[test]
    fn renamed_view_takes_its_subscription_along() {
        let mut app = app();
        app.dispatch(Action::SetFilter("status:ic".into()), test_now());
        run(&mut app, &[A::SaveView]);
        let effects = type_name(&mut app, "Comité");
        store(&mut app, &effects);
        let effects = run(&mut app, &[A::Subscribe]);
        store(&mut app, &effects);
        run(&mut app, &[A::Views, A::RenameView]);
        let effects = type_name(&mut app, "Vendredi");
        store(&mut app, &effects);
        for (action, expected) in [(None, "Vendredi"), (Some(A::Undo), "Comité"), (Some(A::Redo), "Vendredi")]
        {
            let effects = run(&mut app, action.as_slice());
            store(&mut app, &effects);
            assert_eq!(subscriptions(&app), [format!("subscription/view/{expected}")], "{action:?}");
        }
    }

    #[test]
    fn list_shows_rules_and_opens_their_deals() {
        let mut app = app();
        app.cx.options.rules = vec![Rule {
            name: "In committee".into(),
            when: "status:ic".into(),
            notify: true,
            severity: Severity::Info,
            repeat: Repeat::Each,
            setting: None,
        }];
        app.cx.options.rule_problems = vec!["rule off (c.toml:4)".into()];
        run(&mut app, &[A::ShowRules]);
        let picker = picker_view(&app).unwrap();
        assert_eq!(picker.lines[0].label.to_string(), "In committee");
        assert!(picker.summary.contains(&"rule off (c.toml:4)".to_owned()));
        let note = |app: &App| picker_view(app).unwrap().lines[0].note.to_string();
        assert_eq!(note(&app), "règle · status:ic");
        app.cx.options.rules[0].when = "owner:me".into();
        assert!(note(&app).contains("me ="), "{}", note(&app));
        app.cx.options.rules[0].when = "status:ic".into();
        run(&mut app, &[A::Open]);
        assert_eq!(app.pipeline.board.filter, "status:ic");
    }
}
