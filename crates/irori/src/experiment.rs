//! `irori lab`: repeats an experiment and prints its results.

use std::process::ExitCode;

use anyhow::bail;
use lab::Error;

use crate::cli::LabArgs;
use crate::interrupt;
use crate::out::print;

pub fn run(args: &LabArgs) -> anyhow::Result<ExitCode> {
    let Some(experiment) = lab::experiments::all().find(|experiment| experiment.name == args.name) else {
        let names: Vec<&str> = lab::experiments::all().map(|experiment| experiment.name).collect();
        bail!("unknown experiment {:?}; there are: {}", args.name, names.join(", "));
    };
    interrupt::listen()?;
    (experiment.run)(&interrupt::interrupted, &mut |line| {
        print(&format!("{line}\n")).map_err(|error| Error::File("cannot print".to_owned(), error))
    })?;
    Ok(interrupt::exit_code())
}
