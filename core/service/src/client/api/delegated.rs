//! Operations for a delegated user (contract, "Delegated user routes").
//!
//! They exist only on [`DelegatedClient`], which always has exactly one user.

use crate::client::Client;
use crate::client::config::DelegatedUser;
use crate::client::http::build_request::NO_USER_KEY;
use crate::client::http::request::Call;
use crate::contract::ids::{DashboardId, IdempotencyKey, ViewId};
use crate::contract::models::alert_preference::AlertPreference;
use crate::contract::models::dashboard::Dashboard;
use crate::contract::models::saved_view::{SavedView, limit_violations, with_normalised_name};
use crate::contract::operation::OperationId;
use crate::contract::paging::page::Page;
use crate::contract::patch::Fields;
use crate::error::Error;

/// Client that acts for one user.
#[derive(Debug, Clone)]
pub struct DelegatedClient {
    client: Client,
    user: DelegatedUser,
}

impl Client {
    /// Returns this client acting for `user`.
    pub fn for_user(&self, user: DelegatedUser) -> DelegatedClient {
        DelegatedClient { client: self.clone(), user }
    }

    /// Returns this client acting for the configured user.
    ///
    /// # Errors
    /// [`Usage`](crate::error::ErrorKind::Usage) if none is configured.
    pub fn delegated_client(&self) -> Result<DelegatedClient, Error> {
        let user = self.config().delegated_user.clone();
        user.map(|user| self.for_user(user))
            .ok_or_else(|| Error::usage(NO_USER_KEY).with_message_ref("usage-no-user", &[]))
    }
}

impl DelegatedClient {
    /// Returns the delegated user.
    pub fn user(&self) -> &DelegatedUser {
        &self.user
    }

    fn call(&self, operation: OperationId) -> Call {
        Call::new(operation).for_user(&self.user)
    }

    /// `PUT /users/me/saved-views/{view_id}`, checked before it is sent.
    ///
    /// Normalises the name and checks the limits. If `stored` is known, the limits are checked against that view.
    ///
    /// # Errors
    /// [`Usage`](crate::error::ErrorKind::Usage) for an update that the service would refuse; else those of a call.
    pub async fn update_view(
        &self,
        id: &ViewId,
        update: &Fields,
        stored: Option<&SavedView>,
        key: &IdempotencyKey,
    ) -> Result<SavedView, Error> {
        let update = with_normalised_name(update);
        let stored = stored.map(SavedView::record);
        if let Some(breach) = limit_violations(&update, stored).first() {
            return Err(Error::usage(format!("the view cannot be saved: {breach}")));
        }
        let call =
            self.call(OperationId::SavedViewsUpdate).parameter("view_id", id).body(update.to_body()).key(key);
        let call = match stored {
            Some(stored) => call.stored_view(stored),
            None => call,
        };
        self.client.fetch_one(call).await
    }

    /// `GET /users/me/custom-dashboards/{dashboard_id}`
    ///
    /// # Errors
    /// Those of a call.
    pub async fn dashboard(&self, id: &DashboardId) -> Result<Dashboard, Error> {
        let call = self.call(OperationId::DashboardsGet);
        self.client.fetch_one(call.parameter("dashboard_id", id)).await
    }

    /// `GET /users/me/alert-preferences`
    ///
    /// # Errors
    /// Those of a call.
    pub async fn alert_preferences(&self) -> Result<Page<AlertPreference>, Error> {
        self.client.fetch_page(self.call(OperationId::AlertPreferencesList)).await
    }
}
