//! `entity` and `portfolio`: records that exist once per profile.

use encours_core::engine;

use crate::cli::commands::{cache_write, not_cached, warn_age};
use crate::cli::prelude::*;

/// `GET /entity`
pub async fn entity(context: &mut CommandContext, session: &Session) -> CommandResult {
    let record = fetch(context, session, OperationId::EntityGet, engine::ENTITY).await?;
    Ok(context.out.record(OutputKind::Entity, &record)?)
}

/// `GET /portfolio/summary`
pub async fn portfolio(context: &mut CommandContext, session: &Session) -> CommandResult {
    let record = portfolio_record(context, session).await?;
    Ok(context.out.record(OutputKind::Portfolio, &record)?)
}

/// Returns the portfolio summary from the service, or the cached one with `--offline`.
pub async fn portfolio_record(context: &CommandContext, session: &Session) -> Result<Record, Error> {
    fetch(context, session, OperationId::PortfolioSummary, engine::PORTFOLIO).await
}

async fn fetch(
    context: &CommandContext,
    session: &Session,
    operation: OperationId,
    name: &str,
) -> Result<Record, Error> {
    if context.global.offline {
        let cached = session.store()?.cache().single(name)?;
        let (body, at) = cached.ok_or_else(|| not_cached(&format!("`{name}`")))?;
        warn_age(context, at);
        return Ok(Record::parse(body)?);
    }
    let record = session.client().call(Call::new(operation)).await?.documented_record()?;
    cache_write::cache_single(session, name, &record);
    Ok(record)
}
