//! The collection's scripts, in JavaScript for Postman's sandbox.

use encours_core::contract::operation::{Operation, OperationId};

use super::array;
use crate::json::{Object, quote};

/// The pre-request script: it signs the token exchange (contract, "Token exchange").
///
/// If the bearer is missing or has expired, the script runs the exchange.
const SIGN_IN: &str = r#"const { HmacSHA256 } = require('crypto-js');
const value = (name) => pm.variables.get(name) || '';
const timestamp = Number(value('now')) || Math.floor(Date.now() / 1000);
const nonce = pm.variables.replaceIn('{{$guid}}');
const message = ['SERVICE-EXTERNAL-API-TOKEN-V1', value('key_id'), timestamp, nonce].join('\n');
const signature = HmacSHA256(message, value('secret')).toString();
pm.variables.set('timestamp', timestamp);
pm.variables.set('nonce', nonce);
pm.variables.set('signature', signature);
if (!value('secret') && !value('access_token')) {
  throw new Error('The variable `secret` is empty. Set it to the raw secret of the key ' + value('key_id')
    + ', for instance with newman: --env-var "secret=$(cat SECRET_FILE)"');
}
const old = Date.now() > (Number(value('bearer_good_until')) || Infinity);
if (pm.info.requestName !== 'auth_token_exchange' && value('secret') && (!value('access_token') || old)) {
  pm.sendRequest({
    url: value('base_url') + '/auth/token',
    method: 'POST',
    header: { 'Content-Type': 'application/json' },
    body: { mode: 'raw', raw: JSON.stringify({ key_id: value('key_id'), timestamp, nonce, signature }) },
  }, (error, response) => {
    if (error) { throw error; }
    const token = response.json();
    pm.collectionVariables.set('access_token', token.access_token);
    pm.collectionVariables.set('bearer_good_until', Date.now() + 1000 * token.expires_in);
  });
}"#;

/// The collection's variables that the script reads or sets.
pub(super) const SCRIPT_VARIABLES: [&str; 5] = ["base_url", "key_id", "secret", "now", "access_token"];

/// After the token exchange: stores the bearer for later requests.
const STORE_BEARER: &str = "const token = pm.response.json();
pm.collectionVariables.set('access_token', token.access_token);
pm.collectionVariables.set('bearer_good_until', Date.now() + 1000 * token.expires_in);";

/// After a creation: stores the new deal's identifier for the deletion.
const STORE_DEAL: &str = "pm.collectionVariables.set('created_deal_id', pm.response.json().id);";

/// Builds the event of the whole collection.
pub(super) fn sign_in() -> String {
    event("prerequest", SIGN_IN)
}

/// Builds the event of one item: it tests the status and stores values that later requests need.
pub(super) fn check(op: &Operation) -> String {
    let (name, status) = (op.name, op.success);
    let check = format!("pm.test('{name} answers {status}', () => pm.response.to.have.status({status}));");
    let store_script = match op.id {
        OperationId::AuthTokenExchange => STORE_BEARER,
        OperationId::DealsCreate => STORE_DEAL,
        _ => "",
    };
    event("test", &format!("{check}\n{store_script}"))
}

fn event(listen: &str, script: &str) -> String {
    let lines = script.lines().filter(|line| !line.is_empty()).map(quote);
    let mut code = Object::new();
    code.set_text("type", "text/javascript");
    code.set("exec", array(lines));
    let mut event = Object::new();
    event.set_text("listen", listen);
    event.set("script", code.to_string());
    event.to_string()
}
