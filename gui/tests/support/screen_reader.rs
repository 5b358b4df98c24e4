//! A screen reader's side of an accessibility bus (AT-SPI): reading and operating programs.
//!
//! A program builds its tree only after assistive technology is announced (`org.a11y.Status`). Roles are requested by
//! number, because the window answers `GetRole` but not `GetRoleName`.

use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use zbus::blocking::connection::Builder;
use zbus::blocking::{Connection, MessageIterator, Proxy};
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};
use zbus::{MatchRule, message::Type};

use super::program::{OwnedProcess, TIMEOUT, start_server};

/// The maximum number of nodes in the window's tree.
const MAX_NODES: usize = 5_000;
/// The bits of `org.a11y.atspi.Accessible.GetState`.
const CHECKED: u32 = 1 << 4;
const FOCUSED: u32 = 1 << 12;
const SELECTED: u32 = 1 << 23;

/// Roles by their numbers in AT-SPI (`atspi-constants.h`).
pub mod role {
    pub const COLUMN_HEADER: u32 = 10;
    pub const DIALOG: u32 = 16;
    pub const FRAME: u32 = 23;
    pub const LABEL: u32 = 29;
    pub const LIST: u32 = 31;
    pub const LIST_ITEM: u32 = 32;
    pub const PAGE_TAB: u32 = 37;
    pub const BUTTON: u32 = 43;
    pub const RADIO_BUTTON: u32 = 44;
    pub const RADIO_MENU_ITEM: u32 = 45;
    pub const ROW_HEADER: u32 = 47;
    pub const STATUS_BAR: u32 = 54;
    pub const TABLE: u32 = 55;
    pub const TABLE_CELL: u32 = 56;
    pub const ENTRY: u32 = 79;
    pub const HEADING: u32 = 83;
    pub const TABLE_ROW: u32 = 90;
}

/// An area in the window: left, top, width, height.
pub type NodeRect = (i32, i32, i32, i32);

/// One object of the tree.
#[derive(Clone, Debug)]
pub struct Node {
    owner: String,
    path: OwnedObjectPath,
    pub role: u32,
    pub name: String,
    pub selected: bool,
    pub checked: bool,
    pub focused: bool,
    /// The depth in the tree.
    pub depth: usize,
}

impl Node {
    /// Returns whether it is the same object as another.
    pub fn is_same_object(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

/// A private message bus, with an accessibility bus and a reader on it.
pub struct ScreenReader {
    bus: Connection,
    /// The window's announcements.
    announcements: Receiver<String>,
    /// The address of the message bus for programs.
    pub address: String,
    _session: OwnedProcess,
}

impl ScreenReader {
    /// Starts both buses in `own_dir`, and announces a screen reader.
    pub fn start(display: &str, own_dir: &Path) -> Self {
        let mut daemon = Command::new("dbus-daemon");
        daemon
            .args(["--session", "--nofork", "--print-address"])
            .env("DISPLAY", display)
            .env_remove("AT_SPI_BUS_ADDRESS");
        for dir in ["HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
            daemon.env(dir, own_dir);
        }
        let (server, address) = start_server(&mut daemon, "dbus-daemon");
        let session = Builder::address(address.as_str()).unwrap().build().unwrap();
        let proxy = |interface| Proxy::new(&session, "org.a11y.Bus", "/org/a11y/bus", interface).unwrap();
        let bus: String = proxy("org.a11y.Bus")
            .call("GetAddress", &())
            .expect("an accessibility bus (Debian: at-spi2-core; tests/run installs it)");
        for property in ["IsEnabled", "ScreenReaderEnabled"] {
            let _set: () = proxy("org.freedesktop.DBus.Properties")
                .call("Set", &("org.a11y.Status", property, Value::from(true)))
                .unwrap();
        }
        let bus = Builder::address(bus.as_str()).unwrap().build().unwrap();
        let announcements = announcements_of(&bus);
        Self { bus, announcements, address, _session: server }
    }

    fn proxy<'a>(&'a self, owner: &'a str, path: &'a str, interface: &'a str) -> Proxy<'a> {
        Proxy::new(&self.bus, owner, path, interface).unwrap()
    }

    /// Returns an object's data; `None` if it no longer exists.
    fn node(&self, owner: &str, path: &OwnedObjectPath, depth: usize) -> Option<Node> {
        let object = self.proxy(owner, path.as_str(), "org.a11y.atspi.Accessible");
        let role: u32 = object.call("GetRole", &()).ok()?;
        let states: Vec<u32> = object.call("GetState", &()).ok()?;
        let name: OwnedValue = self
            .proxy(owner, path.as_str(), "org.freedesktop.DBus.Properties")
            .call("Get", &("org.a11y.atspi.Accessible", "Name"))
            .ok()?;
        let is = |bit| states.first().is_some_and(|bits| bits & bit != 0);
        Some(Node {
            owner: owner.to_owned(),
            path: path.clone(),
            role,
            name: String::try_from(name).ok()?,
            selected: is(SELECTED),
            checked: is(CHECKED),
            focused: is(FOCUSED),
            depth,
        })
    }

    fn children(&self, owner: &str, path: &str) -> Vec<(String, OwnedObjectPath)> {
        // An object that no longer exists has no children.
        self.proxy(owner, path, "org.a11y.atspi.Accessible").call("GetChildren", &()).unwrap_or_default()
    }

    /// Returns all objects of all programs, in reading order.
    pub fn all_nodes(&self) -> Vec<Node> {
        let root = self.children("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root");
        let mut waiting: Vec<_> = root.into_iter().rev().map(|object| (object, 0)).collect();
        let mut found = Vec::new();
        while let Some(((owner, path), depth)) = waiting.pop() {
            assert!(found.len() < MAX_NODES, "the tree has no end");
            found.extend(self.node(&owner, &path, depth));
            let inner = self.children(&owner, path.as_str());
            waiting.extend(inner.into_iter().rev().map(|object| (object, depth + 1)));
        }
        found
    }

    /// Reads until a condition holds.
    #[track_caller]
    pub fn until(&self, purpose: &str, condition: impl Fn(&[Node]) -> bool) -> Vec<Node> {
        let end = Instant::now() + TIMEOUT;
        loop {
            let nodes = self.all_nodes();
            if condition(&nodes) {
                return nodes;
            }
            if Instant::now() >= end {
                let node_texts: Vec<String> =
                    nodes.iter().map(|n| format!("{} {:?}", n.role, n.name)).collect();
                panic!("{purpose}: not within {TIMEOUT:?}. The tree:\n{}", node_texts.join("\n"));
            }
            std::thread::park_timeout(Duration::from_millis(50));
        }
    }

    /// Waits for an announcement of the window.
    #[track_caller]
    pub fn wait_for_announcement(&self, fragment: &str) -> String {
        super::program::await_line(&self.announcements, fragment)
    }

    /// Performs the only action of an object.
    #[track_caller]
    pub fn press(&self, node: &Node) {
        let object = self.proxy(&node.owner, node.path.as_str(), "org.a11y.atspi.Action");
        let done: bool = object
            .call("DoAction", &(0_i32))
            .unwrap_or_else(|error| panic!("{node:?} offers nothing: {error}"));
        assert!(done, "{node:?} does nothing");
    }

    /// Replaces the text of a field.
    #[track_caller]
    pub fn write(&self, node: &Node, text: &str) {
        let object = self.proxy(&node.owner, node.path.as_str(), "org.a11y.atspi.EditableText");
        let done: bool = object
            .call("SetTextContents", &text)
            .unwrap_or_else(|error| panic!("{node:?} takes no text: {error}"));
        assert!(done, "{node:?} takes no text");
    }

    /// Returns an object's position and set size.
    #[track_caller]
    pub fn position_in_set(&self, node: &Node) -> Option<(String, String)> {
        let attributes: std::collections::HashMap<String, String> = self
            .proxy(&node.owner, node.path.as_str(), "org.a11y.atspi.Accessible")
            .call("GetAttributes", &())
            .unwrap_or_else(|error| panic!("{node:?} has no attributes: {error}"));
        Some((attributes.get("posinset")?.clone(), attributes.get("setsize")?.clone()))
    }

    /// Returns an object's area in the window.
    #[track_caller]
    pub fn rect_of(&self, node: &Node) -> NodeRect {
        const WINDOW_COORDS: u32 = 1;
        self.proxy(&node.owner, node.path.as_str(), "org.a11y.atspi.Component")
            .call("GetExtents", &WINDOW_COORDS)
            .unwrap_or_else(|error| panic!("{node:?} has no place: {error}"))
    }
}

/// Returns the announcements of the live regions on a bus, from now on.
fn announcements_of(bus: &Connection) -> Receiver<String> {
    let rule = MatchRule::builder()
        .msg_type(Type::Signal)
        .interface("org.a11y.atspi.Event.Object")
        .unwrap()
        .member("Announcement")
        .unwrap()
        .build();
    let messages = MessageIterator::for_match_rule(rule, bus, Some(256)).unwrap();
    let (sender, announcements) = channel();
    // Ends with the bus.
    std::thread::spawn(move || {
        for message in messages.map_while(Result::ok) {
            let body = message.body();
            let Ok((_, _, _, text, _)) = body.deserialize::<A11yEvent<'_>>() else {
                continue;
            };
            let Ok(text) = String::try_from(text) else {
                continue;
            };
            if sender.send(text).is_err() {
                break;
            }
        }
    });
    announcements
}

/// Kind, two details, subject, and attributes (`siiva{sv}`).
type A11yEvent<'a> = (&'a str, i32, i32, Value<'a>, std::collections::HashMap<&'a str, Value<'a>>);

/// Returns the first object of a role whose name contains a text.
#[track_caller]
pub fn find<'a>(nodes: &'a [Node], role: u32, fragment: &str) -> &'a Node {
    let mut of_role = nodes.iter().filter(|node| node.role == role);
    of_role
        .find(|node| node.name.contains(fragment))
        .unwrap_or_else(|| panic!("nothing of role {role} is called {fragment}: {nodes:#?}"))
}

/// Returns whether there is an object of a role whose name contains a text.
pub fn has(nodes: &[Node], role: u32, fragment: &str) -> bool {
    nodes.iter().any(|node| node.role == role && node.name.contains(fragment))
}

/// Returns the objects inside an object.
pub fn nodes_inside<'a>(nodes: &'a [Node], parent: &Node) -> &'a [Node] {
    let from = nodes.iter().position(|node| node.path == parent.path).unwrap() + 1;
    let inner = nodes[from..].iter().take_while(|node| node.depth > parent.depth).count();
    &nodes[from..from + inner]
}
