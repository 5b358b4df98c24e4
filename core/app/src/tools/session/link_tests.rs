//! Tests of opened links.

use std::sync::Arc;

use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::context::Screen;
use crate::link::Link;
use crate::model::snapshot::Snapshot;
use crate::screens::views::saved_view::SavedView;
use crate::screens::views::views::setting_of_view;
use crate::shell::action::Action;
use crate::shell::testing::*;
use crate::tools::clipboard::support_facts::CopyFormat;

fn begun(revision: u64) -> Snapshot {
    let view = SavedView { name: "Mine".into(), query: "status:ic".into(), ..SavedView::default() };
    let (name, text) = setting_of_view(&view);
    Snapshot { settings: Some(settings(&[(&name, &text)])), ..snapshot(revision, table()) }
}

fn open(app: &mut App, link: &str) {
    app.dispatch(Action::OpenLink(link.parse().unwrap()), test_now());
}

#[test]
fn link_of_the_start_opens_after_the_session() {
    let mut app = app_with(Snapshot { settings: None, ..snapshot(1, table()) });
    open(&mut app, "encours://deal/b");
    assert_eq!(app.cx.screen(), Screen::Pipeline, "the session may have another screen");
    app.on_snapshot(Arc::new(begun(2)));
    assert_eq!((app.cx.screen(), focus(&app)), (Screen::Deal, "b"));
    open(&mut app, "encours://view/Mine");
    assert_eq!((app.cx.screen(), app.pipeline.board().filter.as_str()), (Screen::Pipeline, "status:ic"));
    for all in ["encours://view/All%20deals", "encours://view/tous%20les%20deals"] {
        open(&mut app, "encours://view/Mine");
        open(&mut app, all);
        assert_eq!(app.pipeline.board().filter, "", "{all}");
    }
}

#[test]
fn link_that_cannot_be_opened_changes_nothing() {
    let mut app = app_with(begun(1));
    open(&mut app, "encours://view/Yours");
    assert!(app.cx.toasts()[0].content.is_variant_of("link-view"));
    run(&mut app, &[A::EditDeal]);
    open(&mut app, "encours://deal/b");
    assert!(matches!(app.cx.overlay(), Overlay::Form(_)), "what is typed stays");
    assert_eq!(app.cx.screen(), Screen::Pipeline);
}

#[test]
fn copied_links_lead_to_what_is_shown() {
    let mut app = app_with(begun(1));
    open(&mut app, "encours://view/Mine");
    let deal = format!("encours://deal/{}", focus(&app));
    for (format, link) in [(CopyFormat::Link, deal.as_str()), (CopyFormat::ViewLink, "encours://view/Mine")] {
        let at = app.copy_formats().iter().position(|one| *one == format).unwrap();
        run(&mut app, &[A::CopyAs]);
        run(&mut app, &vec![A::FocusDown; at]);
        let copied = app.dispatch(Action::Run(A::Open), test_now()).copied();
        assert_eq!(copied.as_deref(), Some(link));
        assert!(link.parse::<Link>().is_ok());
    }
}
