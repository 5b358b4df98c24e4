//! `encours doctor`

use clap::Args;

/// `doctor`
#[derive(Clone, Debug, Args)]
pub struct DoctorArgs {
    /// Lift the pause that a 429 laid on this key on this machine, then check
    #[arg(long, conflicts_with = "offline")]
    pub lift_pause: bool,
}
