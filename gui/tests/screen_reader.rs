//! The running window as a screen reader sees it, read and operated over AT-SPI.
//!
//! The tests use a private accessibility bus.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

#[path = "support/program.rs"]
mod program;
#[path = "support/screen_reader.rs"]
mod screen_reader;
#[path = "support/typist.rs"]
mod typist;

use std::sync::mpsc::Receiver;

use program::{OwnedProcess, await_line, demo_command, read_lines, start_display};
use screen_reader::{Node, NodeRect, ScreenReader, find, has, nodes_inside, role};
use tempfile::TempDir;

/// The window, started after a screen reader.
struct ReaderTest {
    reader: ScreenReader,
    _program: OwnedProcess,
    /// Kept alive, so that the program can always write.
    _output: Receiver<String>,
    /// The display, for simulated typing.
    display: String,
    _display: OwnedProcess,
    _own_dir: TempDir,
}

impl ReaderTest {
    fn start() -> (Self, Vec<Node>) {
        let own_dir = tempfile::tempdir().unwrap();
        let (server, number) = start_display();
        let reader = ScreenReader::start(&number, own_dir.path());
        let mut program = OwnedProcess(
            demo_command(&number, own_dir.path())
                .env("DBUS_SESSION_BUS_ADDRESS", &reader.address)
                .spawn()
                .unwrap(),
        );
        let output = read_lines(program.0.stderr.take().unwrap());
        // If the program ends early, its own output is in the failure.
        await_line(&output, "first frame drawn");
        let nodes = reader.until("the board is read", |nodes| {
            has(nodes, role::LABEL, "20 of 20 deals loaded") && has(nodes, role::LIST_ITEM, " – ")
        });
        let scene = Self {
            reader,
            _program: program,
            _output: output,
            display: number,
            _display: server,
            _own_dir: own_dir,
        };
        (scene, nodes)
    }

    /// Presses the element of a name, and reads until a condition holds.
    #[track_caller]
    fn press(
        &self,
        nodes: &[Node],
        role: u32,
        fragment: &str,
        condition: impl Fn(&[Node]) -> bool,
    ) -> Vec<Node> {
        self.reader.press(find(nodes, role, fragment));
        self.reader.until(fragment, condition)
    }
}

fn contains_rect(outer: NodeRect, inner: NodeRect) -> bool {
    let (x, y, width, height) = inner;
    x >= outer.0 && y >= outer.1 && x + width <= outer.0 + outer.2 && y + height <= outer.1 + outer.3
}

#[test]
fn columns_cards_and_rows_expose_names_and_positions() {
    let (scene, nodes) = ReaderTest::start();
    let rect_of = |node: &Node| scene.reader.rect_of(node);
    assert!(has(&nodes, role::FRAME, "Encours"), "the window has its name");
    let column = find(&nodes, role::LIST, "Sourcing – ");
    let inner = nodes_inside(&nodes, column);
    let cards: Vec<&Node> = inner.iter().filter(|node| node.role == role::LIST_ITEM).collect();
    // The parts are: name, count, share, and the principal with its coverage.
    let name_parts: Vec<&str> = column.name.split(" – ").collect();
    let count: usize = name_parts[1].parse().unwrap();
    assert!(
        name_parts.len() == 4 && name_parts[2].ends_with('%') && name_parts[3].contains(" of "),
        "{}",
        column.name
    );
    assert!(count > 2 && cards.len() == count, "{}: {} cards", column.name, cards.len());
    let mut above = 0;
    for (at, card) in cards.iter().enumerate() {
        // The parts are: name, status, ratio, and position.
        assert!(card.name.contains(" – Sourcing – LTV "), "{}", card.name);
        assert!(card.name.ends_with(&format!(" – {} of {count}", at + 1)), "{}", card.name);
        let at = rect_of(card);
        assert!(at.2 > 150 && at.3 > 50 && contains_rect(rect_of(column), at), "{} at {at:?}", card.name);
        assert!(at.1 > above, "cards are read from the top down");
        above = at.1;
    }
    assert_eq!(nodes.iter().filter(|n| n.role == role::LIST_ITEM && n.selected).count(), 1);
    let tab = find(&nodes, role::PAGE_TAB, "Pipeline");
    assert!(tab.selected && rect_of(tab).3 >= 24);

    let nodes = scene.press(&nodes, role::RADIO_BUTTON, "Table", |nodes| {
        nodes.iter().filter(|node| node.role == role::TABLE_ROW).count() > 5
    });
    let table = find(&nodes, role::TABLE, "20 deals in the table");
    assert!(has(nodes_inside(&nodes, table), role::COLUMN_HEADER, "Owner"));
    let headers = nodes.iter().position(|node| node.role == role::COLUMN_HEADER);
    let cells = nodes.iter().position(|node| node.role == role::TABLE_CELL);
    assert!(headers < cells, "heads are read before rows");
    let rows = nodes.iter().filter(|node| node.role == role::TABLE_ROW);
    let rows = rows.filter(|row| row.name != "Column headers");
    // The table contains one invisible row below the last visible one.
    let rows: Vec<&Node> = rows.filter(|row| rect_of(row).3 > 0).collect();
    assert!(rows.len() > 5, "{} rows are in sight", rows.len());
    for row in rows {
        let cells = nodes_inside(&nodes, row);
        let (name, place_of) = row.name.rsplit_once(" – ").unwrap();
        assert!(place_of.ends_with(" of 20"), "{row:?}");
        assert!(has(cells, role::ROW_HEADER, name), "{row:?}");
        let row_number = place_of.trim_end_matches(" of 20").to_owned();
        assert_eq!(scene.reader.position_in_set(row), Some((row_number, "20".to_owned())), "{row:?}");
        assert!(has(cells, role::TABLE_CELL, "Status – "), "{row:?}: {cells:#?}");
        assert!(contains_rect(rect_of(table), rect_of(row)), "{row:?} at {:?}", rect_of(row));
    }
}

#[test]
fn moving_and_undoing_a_card_is_announced() {
    let (scene, nodes) = ReaderTest::start();
    let card = nodes.iter().find(|node| node.role == role::LIST_ITEM).unwrap();
    let name = card.name.split(" – ").next().unwrap().to_owned();
    let nodes = scene.press(&nodes, role::LIST_ITEM, &name, |nodes| has(nodes, role::HEADING, &name));
    let nodes = scene.press(&nodes, role::BUTTON, "Status – Sourcing", |nodes| {
        has(nodes, role::RADIO_MENU_ITEM, "Closing")
    });
    // The window announces it, and the status line shows it. The tree is not read atomically, so wait for each part.
    let is_moved = |nodes: &[Node]| {
        has(nodes, role::BUTTON, "Status – Closing")
            && has(nodes, role::STATUS_BAR, &name)
            && has(nodes, role::BUTTON, "Undo")
    };
    let nodes = scene.press(&nodes, role::RADIO_MENU_ITEM, "Closing", is_moved);
    assert!(scene.reader.wait_for_announcement("Closing").contains(&name));
    scene.press(&nodes, role::BUTTON, "Undo", |nodes| has(nodes, role::BUTTON, "Status – Sourcing"));
    let announced = scene.reader.wait_for_announcement("undone");
    assert!(!announced.is_empty());
}

#[test]
fn a_form_is_filled_and_a_filter_is_written() {
    let (scene, nodes) = ReaderTest::start();
    let nodes = scene.press(&nodes, role::PAGE_TAB, "Portfolio", |nodes| {
        nodes.iter().any(|node| node.name.starts_with("By status – Σ"))
    });
    let nodes = scene.press(&nodes, role::PAGE_TAB, "Pipeline", |nodes| has(nodes, role::BUTTON, "New deal"));
    let nodes = scene.press(&nodes, role::BUTTON, "New deal", |nodes| has(nodes, role::DIALOG, ""));
    let dialog = find(&nodes, role::DIALOG, "");
    let inside = nodes_inside(&nodes, dialog);
    scene.reader.write(find(inside, role::ENTRY, "Name"), "Tour Zénith, Brest");
    let nodes = scene.press(inside, role::BUTTON, "Create", |nodes| !has(nodes, role::DIALOG, ""));
    scene.reader.wait_for_announcement("Tour Zénith, Brest");
    scene.reader.write(find(&nodes, role::ENTRY, "Filter"), "zenith");
    let nodes = scene.reader.until("one card is left", |nodes| {
        nodes.iter().filter(|node| node.role == role::LIST_ITEM).count() == 1
    });
    assert!(has(&nodes, role::LIST_ITEM, "Tour Zénith, Brest – "));
}

/// Returns the only focused node, or `None` if there are several.
///
/// The tree is not read atomically: while the focus moves, two nodes may appear focused, and the tree must be read
/// again.
fn focused(nodes: &[Node]) -> Option<&Node> {
    let mut all = nodes.iter().filter(|node| node.focused);
    let first = all.next();
    first.filter(|_| all.next().is_none())
}

#[test]
fn status_menu_focuses_each_entry_and_checks_the_current() {
    let (scene, _) = ReaderTest::start();
    let on = |role: u32, nodes: &[Node]| focused(nodes).is_some_and(|node| node.role == role);
    typist::press_keys(&scene.display, &["g"]);
    let nodes = scene.reader.until("a card has the focus", |nodes| on(role::LIST_ITEM, nodes));
    let card = focused(&nodes).unwrap().name.clone();
    typist::press_keys(&scene.display, &["m"]);
    let menu = |nodes: &[Node]| on(role::RADIO_MENU_ITEM, nodes);
    let nodes = scene.reader.until("the menu has the focus", menu);
    let first = focused(&nodes).unwrap().clone();
    let dialog = find(&nodes, role::DIALOG, "");
    assert!(nodes_inside(&nodes, dialog).iter().any(|node| node.is_same_object(&first)));
    typist::press_keys(&scene.display, &["Down"]);
    let nodes = scene.reader.until("the focus goes down", |nodes| {
        menu(nodes) && focused(nodes).is_some_and(|node| !node.is_same_object(&first))
    });
    let checked: Vec<&Node> = nodes.iter().filter(|node| node.checked).collect();
    let [checked] = checked.as_slice() else { panic!("one status is in force: {checked:?}") };
    assert!(card.contains(&format!(" – {} – ", checked.name)), "{card}: {checked:?}");
    let (at, role) = scene.reader.position_in_set(focused(&nodes).unwrap()).unwrap();
    assert!(at.parse::<usize>().unwrap() <= role.parse::<usize>().unwrap());
    // Enter moves the deal, and this is announced with the key for undo.
    typist::press_keys(&scene.display, &["Return"]);
    assert!(scene.reader.wait_for_announcement("to undo").contains(card.split(" – ").next().unwrap()));
}
