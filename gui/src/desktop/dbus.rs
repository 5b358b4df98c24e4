//! The session bus, asked only for what is there: a name that nobody owns and nobody can start is not called, so that
//! nothing waits for an answer that will not come.

use zbus::blocking::Connection;
use zbus::blocking::fdo::DBusProxy;

/// A connection to the session bus on which `name` answers or can be started.
pub(super) fn with(name: &'static str) -> zbus::Result<Connection> {
    let connection = Connection::session()?;
    let bus = DBusProxy::new(&connection)?;
    let there = bus.name_has_owner(zbus::names::BusName::from_static_str(name)?)?
        || bus
            .list_activatable_names()?
            .iter()
            .any(|known| known.as_str() == name);
    if there {
        Ok(connection)
    } else {
        Err(zbus::Error::Failure(format!("{name} is not on this desktop")))
    }
}
