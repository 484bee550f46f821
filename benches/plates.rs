//! Lookup plates from the tensor to their files, stage by stage and whole, and
//! a whole process beside an empty one. Ratios of one run are the message:
//! seconds are the machine's.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use traceplate::figure::{Figure, Frame, Labels, compose};
use traceplate::fixture::{INVALID_COORDINATE, SELECTED_COORDINATE, frozen_tensor_fixture};
use traceplate::render::{Form, html, read_back, svg};
use traceplate::tensor::Tensor;
use traceplate::trace::{Trace, parse, print};
use traceplate::tracer::lookup;

/// The programs' own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How many plates one iteration makes.
const PLATES: usize = 1000;

fn traced(tensor: &Tensor) -> String {
    let trace = lookup("frozen", tensor, &SELECTED_COORDINATE, &[&INVALID_COORDINATE])
        .expect("the fixture can be traced");
    print(&trace)
}

fn figure(trace: &Trace, labels: &Labels) -> Figure {
    compose(trace, &Frame { plate: "frozen-lookup".to_owned(), ..Frame::default() }, labels)
}

/// The bytes of one plate's three files.
fn drawn(figure: &Figure) -> usize {
    let wide = svg(figure, Form::Wide, "plate-frozen-lookup").len();
    let narrow = svg(figure, Form::Narrow, "plate-frozen-lookup").len();
    wide + narrow + html::page(figure, "plate-frozen-lookup").len()
}

fn stages(criterion: &mut Criterion) {
    let tensor = frozen_tensor_fixture().expect("the fixture is valid");
    let labels = Labels::english();
    let text = traced(&tensor);
    let trace = parse(&text).expect("the trace is true");
    let made = figure(&trace, labels);
    let prefix = "plate-frozen-lookup";
    let mut group = criterion.benchmark_group("one lookup plate");
    group.bench_function("trace and print", |bencher| bencher.iter(|| traced(black_box(&tensor))));
    group.bench_function("parse and verify", |bencher| bencher.iter(|| parse(black_box(&text))));
    group.bench_function("compose", |bencher| bencher.iter(|| figure(black_box(&trace), labels)));
    group.bench_function("svg", |bencher| {
        bencher.iter(|| svg(black_box(&made), Form::Wide, prefix));
    });
    group.bench_function("narrow svg", |bencher| {
        bencher.iter(|| svg(black_box(&made), Form::Narrow, prefix));
    });
    group.bench_function("html page", |bencher| {
        bencher.iter(|| html::page(black_box(&made), prefix));
    });
    let wide = svg(&made, Form::Wide, prefix);
    group.bench_function("read one svg back", |bencher| {
        bencher.iter(|| read_back(black_box(&wide), &made, &trace));
    });
    group.finish();
}

fn thousand(criterion: &mut Criterion) {
    let tensor = frozen_tensor_fixture().expect("the fixture is valid");
    let labels = Labels::english();
    let mut group = criterion.benchmark_group("a thousand lookup plates");
    group.sample_size(10).throughput(Throughput::Elements(PLATES as u64));
    group.bench_function("trace, parse, verify, render three forms", |bencher| {
        bencher.iter_batched(
            || (),
            |()| {
                (0..PLATES)
                    .map(|_| {
                        let trace = parse(&traced(black_box(&tensor))).expect("the trace is true");
                        drawn(&figure(&trace, labels))
                    })
                    .sum::<usize>()
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

/// Runs the program once; the time of the whole process.
fn process(arguments: &[&str]) -> Duration {
    let begun = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_traceplate"))
        .args(arguments)
        .stdout(Stdio::null())
        .status()
        .expect("the program runs");
    assert!(status.success(), "{arguments:?}: {status}");
    begun.elapsed()
}

/// The frozen plate as a whole process, beside `--version` in the same run.
fn whole_process(_: &mut Criterion) {
    const RUNS: usize = 60;
    let trace = concat!(env!("CARGO_MANIFEST_DIR"), "/traces/frozen-lookup.trace");
    let mut ratios: Vec<f64> = (0..RUNS)
        .map(|_| {
            let empty = process(&["--version"]);
            process(&["render", trace]).as_secs_f64() / empty.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "render of the frozen plate over --version, whole processes: median {:.2}",
        ratios[RUNS / 2]
    );
}

criterion_group!(benches, stages, thousand, whole_process);
criterion_main!(benches);
