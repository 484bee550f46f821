//! A changed fixture fails the test of its trace, shows what changed, and
//! waits for `cargo insta review`.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use traceplate::fixture::{FROZEN_SHAPE, FROZEN_VALUES, INVALID_COORDINATE, SELECTED_COORDINATE};
use traceplate::tensor::Tensor;
use traceplate::trace;
use traceplate::tracer::lookup;

/// Where the review copies of the inner test are; it is run only where this is set.
const FOLDER: &str = "TRACEPLATE_REVIEW_FOLDER";
/// The value at offset 8 of the inner test's fixture.
const VALUE: &str = "TRACEPLATE_REVIEW_VALUE";

/// The test that an author has: the trace of a fixture against its review copy.
#[test]
#[ignore = "run by the test below, with a fixture of its own"]
fn the_trace_of_the_fixture_is_the_reviewed_one() {
    let (Some(folder), Ok(value)) = (env::var_os(FOLDER), env::var(VALUE)) else {
        return;
    };
    let mut values = FROZEN_VALUES.to_vec();
    values[8] = value.parse().expect("a number");
    let tensor = Tensor::from_vec(FROZEN_SHAPE.to_vec(), values).expect("the frozen shape");
    let trace =
        lookup("mine", &tensor, &SELECTED_COORDINATE, &[&INVALID_COORDINATE]).expect("a trace");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(&folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("mine", trace::print(&trace)));
}

fn inner_test(folder: &Path, value: &str, update: &str) -> Output {
    Command::new(env::current_exe().expect("this program"))
        .args([
            "--exact",
            "the_trace_of_the_fixture_is_the_reviewed_one",
            "--ignored",
            "--nocapture",
        ])
        .env(FOLDER, folder)
        .env(VALUE, value)
        .env("INSTA_UPDATE", update)
        .env_remove("CI")
        .env_remove("INSTA_FORCE_PASS")
        .output()
        .expect("a run of this program")
}

#[test]
fn a_changed_fixture_fails_its_test_with_the_difference_and_waits_for_review() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let copy = folder.path().join("mine.snap");
    let waiting = folder.path().join("mine.snap.new");

    assert!(inner_test(folder.path(), "32", "always").status.success());
    assert!(inner_test(folder.path(), "32", "no").status.success());
    let reviewed = fs::read_to_string(&copy).expect("a review copy");

    let failed = inner_test(folder.path(), "33", "new");
    assert!(!failed.status.success());
    let told = String::from_utf8_lossy(&failed.stdout) + String::from_utf8_lossy(&failed.stderr);
    for line in ["OFFSET offset=8 value=32.0", "OFFSET offset=8 value=33.0"] {
        assert!(told.contains(line), "{line} is not told:\n{told}");
    }
    assert_eq!(fs::read_to_string(&copy).expect("a review copy"), reviewed, "nothing is blessed");

    // `cargo insta review` offers the waiting copy and, accepted, puts it in the old one's place.
    let offered = fs::read_to_string(&waiting).expect("a copy that waits for review");
    assert!(offered.contains("OFFSET offset=8 value=33.0"));
    fs::rename(&waiting, &copy).expect("the review");
    assert!(inner_test(folder.path(), "33", "no").status.success());
}
