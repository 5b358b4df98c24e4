//! Subscriptions in the window: to the current filter by key, then a deal that enters raises a local notification.

use std::time::Duration;

use crate::support::InputPart::Text;
use crate::support::real_engine::GuiTest;
use crate::support::{send_burst, type_char};
use egui::Key;
use egui::accesskit::Role;
use encours_core::text::Lang;

#[test]
fn deal_that_enters_a_subscribed_filter_raises_a_local_notification() {
    let mut test = GuiTest::start(Lang::En, Duration::ZERO);
    type_char(&mut test.window, "/");
    send_burst(&mut test.window, &[Text("status:ic")]);
    test.press_key(Key::Enter);
    type_char(&mut test.window, "!");
    test.until("the subscription is stored", |app| {
        app.cx.snapshot().settings.as_ref().is_some_and(|it| it.contains_key("subscription/filter/status:ic"))
    });
    let deals = test.app().cx.snapshot().deals.clone();
    let row = deals.by_age().find(|row| row.status == "sourcing").unwrap();
    let (id, name) = (row.id.to_owned(), row.name.to_owned());
    test.move_as_other_client(&[id], "ic");
    test.until("the deal has entered", |app| {
        app.cx.snapshot().inbox.items.iter().any(|row| row.local.is_some())
    });
    type_char(&mut test.window, "4");
    let title = format!("local · {name} enters status:ic");
    let shown = test.elements_of(Role::ListItem);
    assert!(shown.iter().any(|(text, _)| text.contains(&title)), "{title}: {shown:?}");
}
