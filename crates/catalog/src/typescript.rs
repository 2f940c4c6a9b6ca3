//! Types in TypeScript, made from the Rust types that go to the page as JSON. Tests write and check the generated files.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::{env, fs, io};

use ts_rs::{Config, TS, TypeVisitor};

/// Collects types and everything that they consist of, each once.
#[derive(Default)]
pub struct Declarations {
    seen: HashSet<TypeId>,
    /// By name, since the order in which ts-rs visits dependencies changes from build to build.
    texts: BTreeMap<String, String>,
}

impl Declarations {
    #[must_use]
    pub fn with<T: TS + 'static>(mut self) -> Declarations {
        self.visit::<T>();
        self
    }

    pub fn into_text(self) -> String {
        self.texts.into_values().collect()
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Only types that were derived have a declaration; numbers, lists and the like stand for themselves.
        if T::output_path().is_some() {
            self.texts.insert(T::ident(&Config::new()), declared::<T>());
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// One type, laid out to be read: each variant and each field of a struct on a line of its own.
pub fn declared<T: TS + ?Sized>() -> String {
    // Times and numbers of events stay far below 2^53, and JSON.parse makes numbers of them.
    let config = Config::new().with_large_int("number");
    let declaration = format!("export {}", T::decl(&config)).replace(" | {", "\n  | {").replace(", }", " }");
    let declaration = declaration.replace("Record<symbol, never>", "Record<string, never>");
    let text = format!("{}{declaration}", T::docs().unwrap_or_default());
    let text = text.replace("/**\n * ", "/** ").replace("\n */\n", " */\n");
    // What follows the head of a type, and is no variant either, is a field or what is said of one.
    let (mut laid_out, mut inside) = (String::new(), false);
    for line in text.lines() {
        let indent = if inside && !line.starts_with("  | ") { "    " } else { "" };
        inside |= line.starts_with("export ");
        laid_out.extend(["\n", indent, line.trim_end()]);
    }
    laid_out + "\n"
}

/// Whether a generated file is up to date. With `IRORI_BLESS` set it is written first.
pub fn is_fresh(path: &Path, made: &str) -> io::Result<bool> {
    if env::var_os("IRORI_BLESS").is_some() {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, made)?;
    }
    Ok(fs::read_to_string(path).unwrap_or_default() == made)
}
