//! Lists that the contract does not document.
//!
//! If the service offers such a list, it is loaded, with a remark on how it was discovered. Otherwise the
//! caller shows cached records.

use encours_core::client::Call;
use encours_core::contract::{Method, Record, RequestId};
use encours_core::discovery::{self, Cached, Insist};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::discovery::{Knowledge, Standing, Step};
use encours_core::model::resources::probe_result::Answer;
use encours_core::model::resources::resource_kind::Family;
use encours_core::open_json::Labels;
use encours_core::store;
use jiff::Timestamp;

use crate::cli::args::Format;
use crate::cli::commands::cache_write::Pass;
use crate::cli::commands::paginate::{self, Extent};
use crate::cli::context::Context;
use crate::cli::output::Kind;
use crate::cli::session::Session;
use crate::cli::{Failure, error_message};

/// A resource kind with its command line and cache names.
#[derive(Clone, Copy)]
pub(in crate::cli::commands) struct Listing {
    pub(in crate::cli::commands) family: Family,
    /// Command that lists it.
    pub(in crate::cli::commands) command: &'static str,
    pub(in crate::cli::commands) shown: Kind,
    pub(in crate::cli::commands) kept: store::Kind,
}

/// Returns the results of earlier discoveries, empty if they cannot be loaded.
pub(in crate::cli::commands) fn known(session: &Session) -> Knowledge {
    if session.is_demo() {
        return Knowledge::default();
    }
    let loaded = session
        .store()
        .and_then(|store| Knowledge::load(store.cache()).map_err(Error::from));
    loaded.unwrap_or_else(|error| {
        tracing::warn!(%error, "failed to load the discovered routes");
        Knowledge::default()
    })
}

/// Returns the field labels from the cached field definitions.
pub(in crate::cli::commands) fn labels(session: &Session) -> Labels {
    let mut labels = Labels::default();
    if session.is_demo() {
        return labels;
    }
    let read = session.store().and_then(|store| {
        let read = store.cache().each(store::Kind::Field, "", |stored| {
            if let Ok(definition) = Record::parse(stored.body) {
                labels.learn(&definition);
            }
        });
        read.map_err(Error::from)
    });
    if let Err(error) = read {
        tracing::warn!(%error, "failed to load the cached field definitions");
    }
    labels
}

/// Stores the discovery results for the next run. A failure is only logged.
pub(in crate::cli::commands) fn keep(session: &Session, known: &mut Knowledge) {
    if session.is_demo() {
        return;
    }
    let kept = session
        .store()
        .and_then(|store| known.keep(store.cache()).map_err(Error::from));
    if let Err(error) = kept {
        tracing::warn!(%error, "failed to store the discovered routes");
    }
}

/// Lists a resource kind if the service offers its list. Returns `Some` with the discovery result otherwise.
pub(in crate::cli::commands) async fn list(
    context: &mut Context,
    session: &Session,
    of: Listing,
    wanted: impl Fn(&Record) -> bool,
) -> Result<Option<Standing>, Failure> {
    let mut known = known(session);
    let settled = discovery::settle(
        session.client(),
        &mut known,
        of.family,
        Timestamp::now,
        Insist::Yes,
    )
    .await;
    keep(session, &mut known);
    let standing = settled?;
    if !standing.mode.lists() {
        return Ok(Some(standing));
    }
    // A description may place the list at another path, so call it by the discovered path.
    let call = Call::raw(Method::Get, &*standing.path);
    let pass = Pass::begin(session, of.kept, "");
    let mut list = context.out.list(of.shown);
    let take = |page: Vec<Record>| Ok(list.page(page.into_iter().filter(&wanted))?);
    let walked = paginate::walk(session, &call, standing.form, 0, Extent::All, Some(pass), take).await;
    let told = match walked {
        Ok(told) => {
            known.learn(of.family, Answer::open(&standing.path, 200, Timestamp::now()));
            keep(session, &mut known);
            told
        }
        Err(Failure::Error(error)) if list.count() == 0 => {
            let delegated = of.family.is_delegated();
            if let Some(answer) = Answer::of_error(&standing.path, &error, delegated, Timestamp::now()) {
                known.learn(of.family, answer);
                keep(session, &mut known);
                if known.next(of.family, Timestamp::now()) == Step::Watch {
                    return Ok(Some(known.standing(of.family)));
                }
            }
            return Err(error.into());
        }
        Err(failure) => return Err(failure),
    };
    let shown = list.count();
    list.finish()?;
    if shown == 0 {
        context.report.remark(&context.report.words().get("cli-empty"));
    }
    say(context, &standing);
    told.tell(context)?;
    Ok(None)
}

/// Loads a resource kind into the store if the service offers its list. Prints nothing.
///
/// The calling command continues if this fails.
pub(in crate::cli::commands) async fn read(session: &Session, of: Listing) {
    let mut known = known(session);
    let client = session.client();
    let settled = discovery::settle(client, &mut known, of.family, Timestamp::now, Insist::No).await;
    keep(session, &mut known);
    let done = match settled {
        Ok(standing) if standing.mode.lists() => {
            let call = Call::raw(Method::Get, &*standing.path);
            let pass = Pass::begin(session, of.kept, "");
            let walked = paginate::walk(session, &call, standing.form, 0, Extent::All, Some(pass), |_| {
                Ok(())
            });
            walked
                .await
                .and_then(|seen| seen.whole().map_err(Failure::from))
                .map(|_| ())
        }
        Ok(_) => Ok(()),
        Err(error) => Err(error.into()),
    };
    if let Err(failure) = done {
        tracing::warn!(?failure, family = ?of.family, "failed to load the list");
    }
}

/// Prints a remark for terminal users on how the list was discovered.
pub(super) fn say(context: &Context, standing: &Standing) {
    let look = context.out.look();
    if look.format == Format::Table {
        context
            .report
            .remark(&encours_core::app::foundation::presentation::provenance::standing(look.lang, standing));
    }
}

/// Returns the error for a missing list. For a delegated user's route, it names both possible causes of a 404.
pub(super) fn no_list(standing: &Standing) -> Error {
    let family = standing.family.name();
    let key = if standing.family.is_delegated() {
        "usage-no-list-of-user"
    } else {
        "usage-no-list"
    };
    let answer = standing.answer.as_ref();
    let error = error_message::of(ErrorKind::NotFound, key, &[("family", family)]);
    let Some(answer) = answer else { return error };
    let mut error = error;
    if let Some(status) = answer.status {
        error = error.with_status(status);
    }
    if let Some(problem) = answer.problem() {
        error = error.with_problem(problem);
    }
    match answer.request_id.as_deref().map(RequestId::new) {
        Some(Ok(id)) => error.with_request_id(id),
        _ => error,
    }
}
