//! `snapshots/` holds nothing that no test looks at.

use std::fs;
use std::path::Path;

/// All Rust sources beneath a folder, as one text.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&fs::read_to_string(&path).expect("a source"));
        }
    }
}

#[test]
fn every_snapshot_is_named_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut code = String::new();
    for folder in ["src", "tests"] {
        sources(&root.join(folder), &mut code);
    }
    let mut unnamed = Vec::new();
    for entry in fs::read_dir(root.join("snapshots")).expect("the snapshots") {
        let name = entry.expect("an entry").file_name().into_string().expect("a name in UTF-8");
        let known = name.strip_suffix(".snap").is_some_and(|name| {
            // `tests/goldens.rs` names the copy of a trace after its file.
            let trace = name.strip_prefix("trace-").map(|name| format!("traces/{name}.trace"));
            trace.is_some_and(|trace| root.join(trace).is_file())
                || code.contains(&format!("\"{name}\""))
        });
        // What waits for review is not committed and no stray.
        if !known && !name.ends_with(".snap.new") {
            unnamed.push(name);
        }
    }
    assert!(unnamed.is_empty(), "no test names these, delete them: {unnamed:?}");
}
