pub fn run(_args: &crate::cli::ReportArgs) -> anyhow::Result<std::process::ExitCode> {
    anyhow::bail!("not yet")
}
