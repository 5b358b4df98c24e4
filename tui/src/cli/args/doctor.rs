//! `encours doctor`

use clap::Args;

/// `doctor`
#[derive(Clone, Debug, Args)]
pub struct DoctorArgs {
    /// Lift the pause that a 429 laid on this key on this machine, then check
    #[arg(long, conflicts_with = "offline")]
    pub lift_pause: bool,
    /// Read and verify all that is kept here, however much it is
    #[arg(long)]
    pub deep: bool,
    /// Set aside what is damaged here, save what can be read of it, and have the rest read again
    #[arg(long)]
    pub repair: bool,
}
