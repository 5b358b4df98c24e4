//! `encours doctor`

use clap::Args;

/// `doctor`
#[derive(Clone, Debug, Args)]
pub struct DoctorArgs {
    /// End the rate-limit pause (429) of this key on this device, then check
    #[arg(long, conflicts_with = "offline")]
    pub lift_pause: bool,
    /// Verify all local data, whatever its size
    #[arg(long)]
    pub deep: bool,
    /// Set damaged local data aside, recover what is readable and reload the rest
    #[arg(long)]
    pub repair: bool,
}
