//! Access to the session bus, for services that run or can be started.
//!
//! A name without an owner that the bus cannot activate is not called, because such a call would wait for its timeout.

use zbus::blocking::Connection;
use zbus::blocking::fdo::DBusProxy;

/// Connects to the session bus if `name` is running or can be activated.
pub(super) fn connect_to(name: &'static str) -> zbus::Result<Connection> {
    let connection = Connection::session()?;
    let bus = DBusProxy::new(&connection)?;
    let is_reachable = bus.name_has_owner(zbus::names::BusName::from_static_str(name)?)?
        || bus.list_activatable_names()?.iter().any(|activatable| activatable.as_str() == name);
    if is_reachable {
        Ok(connection)
    } else {
        Err(zbus::Error::Failure(format!("{name} is not on this desktop")))
    }
}
