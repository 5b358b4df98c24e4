//! `entity` and `portfolio`: records that exist once per profile.

use encours_core::client::Call;
use encours_core::contract::{OperationId, Record};
use encours_core::error::Error;

use crate::cli::Failure;
use crate::cli::commands::{cache_write, not_here, tell_age};
use crate::cli::context::Context;
use crate::cli::output::Kind;
use crate::cli::session::Session;

/// `GET /entity`
pub(in crate::cli::commands) async fn entity(
    context: &mut Context,
    session: &Session,
) -> Result<(), Failure> {
    let record = read(context, session, OperationId::EntityGet, cache_write::ENTITY).await?;
    Ok(context.out.record(Kind::Entity, &record)?)
}

/// `GET /portfolio/summary`
pub(in crate::cli::commands) async fn portfolio(
    context: &mut Context,
    session: &Session,
) -> Result<(), Failure> {
    let record = portfolio_record(context, session).await?;
    Ok(context.out.record(Kind::Portfolio, &record)?)
}

/// Returns the portfolio summary from the service, or the cached one with `--offline`.
pub(in crate::cli::commands) async fn portfolio_record(
    context: &Context,
    session: &Session,
) -> Result<Record, Error> {
    read(
        context,
        session,
        OperationId::PortfolioSummary,
        cache_write::PORTFOLIO,
    )
    .await
}

async fn read(
    context: &Context,
    session: &Session,
    operation: OperationId,
    name: &str,
) -> Result<Record, Error> {
    if context.global.offline {
        let kept = session.store()?.cache().single(name)?;
        let (body, at) = kept.ok_or_else(|| not_here(&format!("`{name}`")))?;
        tell_age(context, at);
        return Ok(Record::parse(body)?);
    }
    let record = session.client().call(Call::new(operation)).await?.documented()?;
    cache_write::single(session, name, &record);
    Ok(record)
}
