//! The layout rule, construction, indexing and the fixtures, as tables.

use proptest::prelude::*;
use traceplate::error::TensorError;
use traceplate::fixture::{
    FROZEN_SHAPE, FROZEN_VALUES, INVALID_COORDINATE, LLM_SHAPE_AXES, SELECTED_COORDINATE,
    frozen_tensor_fixture, llm_shape_history_fixture,
};
use traceplate::layout::{
    Term, checked_offset, checked_row_major_layout, coordinates_at, signed_offset, signed_terms,
    terms,
};
use traceplate::tensor::Tensor;

const MAX: usize = usize::MAX;

const fn bounds(axis: usize, index: usize, dimension: usize) -> TensorError {
    TensorError::IndexOutOfBounds { axis, index, dimension }
}

const fn rank(expected: usize, actual: usize) -> TensorError {
    TensorError::RankMismatch { expected, actual }
}

fn frozen() -> Tensor {
    frozen_tensor_fixture().expect("the two constants fit")
}

#[test]
fn strides_are_the_suffix_products_and_the_count_is_the_whole_product() {
    let cases: &[(&[usize], &[usize], usize)] = &[
        (&[], &[], 1),
        (&[2, 2, 3], &[6, 3, 1], 12),
        (&[2, 0, 3], &[0, 3, 1], 0),
        (&[3, 4, 5], &[20, 5, 1], 60),
        (&[0], &[1], 0),
        (&[MAX], &[1], MAX),
        (&[MAX, 0, 2], &[0, 2, 1], 0),
        (&[0, MAX], &[MAX, 1], 0),
        (&[1; 64], &[1; 64], 1),
        (&[151_936, 1024], &[1024, 1], 155_582_464),
    ];
    for (shape, strides, count) in cases {
        assert_eq!(checked_row_major_layout(shape), Ok((strides.to_vec(), *count)), "{shape:?}");
    }
}

#[test]
fn a_product_that_does_not_fit_is_refused_even_behind_a_zero() {
    let cases: &[&[usize]] =
        &[&[MAX, 2], &[0, MAX, 2], &[0, 2, MAX], &[MAX, MAX], &[1 << 32, 1 << 32], &[2; 64]];
    for shape in cases {
        assert_eq!(checked_row_major_layout(shape), Err(TensorError::ShapeOverflow), "{shape:?}");
    }
}

#[test]
fn construction_says_overflow_before_length() {
    let length = |expected, actual| TensorError::DataLengthMismatch { expected, actual };
    let cases: &[(&[usize], usize, Result<usize, TensorError>)] = &[
        (&[MAX, 2], 0, Err(TensorError::ShapeOverflow)),
        (&[0, MAX, 2], 0, Err(TensorError::ShapeOverflow)),
        (&[MAX], 0, Err(length(MAX, 0))),
        (&[2, 2], 3, Err(length(4, 3))),
        (&[2, 2], 5, Err(length(4, 5))),
        (&[], 0, Err(length(1, 0))),
        (&[], 2, Err(length(1, 2))),
        (&[0], 1, Err(length(0, 1))),
        (&[], 1, Ok(0)),
        (&[2, 0, 3], 0, Ok(3)),
        (&[2, 2, 3], 12, Ok(3)),
    ];
    for (shape, values, expected) in cases {
        let built = Tensor::from_vec(shape.to_vec(), vec![1.0; *values]);
        assert_eq!(built.map(|tensor| tensor.rank()), *expected, "{shape:?} {values}");
    }
}

#[test]
fn values_keep_their_bits() {
    let bits = [
        0x7ff0_0000_0000_0000,
        0xfff0_0000_0000_0000,
        0x7ff8_0000_0000_0000,
        0x7ff0_0000_0000_0001,
        0xfff8_dead_beef_0001,
        0x8000_0000_0000_0000,
        0x0000_0000_0000_0001,
        0x800f_ffff_ffff_ffff,
    ];
    let values: Vec<f64> = bits.iter().copied().map(f64::from_bits).collect();
    let mut tensor = Tensor::from_vec(vec![2, 4], values).expect("eight values");
    for (at, expected) in bits.iter().enumerate() {
        let coordinate = [at / 4, at % 4];
        assert_eq!(tensor.as_slice()[at].to_bits(), *expected);
        assert_eq!(tensor.as_mut_slice()[at].to_bits(), *expected);
        assert_eq!(tensor.get(&coordinate).map(|v| v.to_bits()), Ok(*expected));
        assert_eq!(tensor.get_mut(&coordinate).map(|v| v.to_bits()), Ok(*expected));
    }
    let back: Vec<u64> = tensor.into_vec().into_iter().map(f64::to_bits).collect();
    assert_eq!(back, bits);
}

#[test]
fn the_four_errors_say_the_four_sentences() {
    let cases = [
        (TensorError::ShapeOverflow, "shape does not fit a row-major usize layout"),
        (
            TensorError::DataLengthMismatch { expected: 4, actual: 3 },
            "shape needs 4 values, but data has 3",
        ),
        (rank(3, 2), "coordinate rank 2 does not match tensor rank 3"),
        (bounds(1, 2, 2), "index 2 is out of bounds for axis 1 with size 2"),
    ];
    for (error, sentence) in cases {
        let copy = error;
        let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(copy);
        assert_eq!(boxed.to_string(), sentence);
        assert_eq!(error, copy);
        assert!(!format!("{error:?}").is_empty());
    }
}

#[test]
fn a_tensor_tells_what_it_holds() {
    let tensor = frozen();
    assert_eq!(tensor.rank(), 3);
    assert_eq!(tensor.shape(), FROZEN_SHAPE);
    assert_eq!(tensor.strides(), [6, 3, 1]);
    assert_eq!(tensor.len(), 12);
    assert!(!tensor.is_empty());
    assert_eq!(tensor.as_slice(), FROZEN_VALUES);
    assert_eq!(tensor.clone(), tensor);
    assert_eq!(tensor.clone().into_vec(), FROZEN_VALUES);

    let empty = Tensor::from_vec(vec![2, 0, 3], vec![]).expect("no values for no cells");
    assert_eq!((empty.rank(), empty.len(), empty.is_empty()), (3, 0, true));
    assert_eq!(empty.strides(), [0, 3, 1]);
    assert_ne!(empty, tensor);
}

#[test]
fn the_coordinates_in_row_major_order_give_each_offset_once() {
    let tensor = frozen();
    let mut next = 0;
    for slice in 0..2 {
        for row in 0..2 {
            for position in 0..3 {
                assert_eq!(tensor.offset(&[slice, row, position]), Ok(next));
                next += 1;
            }
        }
    }
    assert_eq!(next, tensor.len());
    assert_eq!(tensor.get(&SELECTED_COORDINATE), Ok(&32.0));
}

#[test]
fn the_terms_of_the_selected_coordinate_add_up_to_its_offset() {
    let tensor = frozen();
    let walked = terms(tensor.shape(), tensor.strides(), 0, &SELECTED_COORDINATE)
        .expect("the selected coordinate is inside");
    let columns: Vec<[usize; 4]> =
        walked.iter().map(|t: &Term| [t.axis, t.index, t.stride, t.contribution]).collect();
    assert_eq!(columns, [[0, 1, 6, 6], [1, 0, 3, 0], [2, 2, 1, 2]]);
    assert_eq!(tensor.offset(&SELECTED_COORDINATE), Ok(8));
    assert_eq!(terms(&[], &[], 0, &[]), Ok(vec![]));
    assert_eq!(terms(&FROZEN_SHAPE, &[6, 3, 1], 0, &INVALID_COORDINATE), Err(bounds(1, 2, 2)));
}

#[test]
fn a_coordinate_is_refused_for_its_rank_and_then_for_its_first_bad_axis() {
    let cases: &[(&[usize], TensorError)] = &[
        (&INVALID_COORDINATE, bounds(1, 2, 2)),
        (&[0, 2, 0], bounds(1, 2, 2)),
        (&[1, 0], rank(3, 2)),
        (&[], rank(3, 0)),
        (&[1, 0, 2, 0], rank(3, 4)),
        (&[9, 9], rank(3, 2)),
        (&[2, 2, 3], bounds(0, 2, 2)),
        (&[1, 1, 3], bounds(2, 3, 3)),
        (&[MAX, 0, 0], bounds(0, MAX, 2)),
    ];
    let mut tensor = frozen();
    for (coordinate, error) in cases {
        assert_eq!(tensor.offset(coordinate), Err(*error), "{coordinate:?}");
        assert_eq!(tensor.get(coordinate), Err(*error), "{coordinate:?}");
        assert_eq!(tensor.get_mut(coordinate), Err(*error), "{coordinate:?}");
    }
    assert_eq!(tensor, frozen());
}

#[test]
fn a_scalar_has_one_value_at_the_empty_coordinate() {
    let scalar = Tensor::from_vec(vec![], vec![7.0]).expect("one value");
    assert_eq!((scalar.rank(), scalar.len()), (0, 1));
    assert_eq!(scalar.offset(&[]), Ok(0));
    assert_eq!(scalar.get(&[]), Ok(&7.0));
    assert_eq!(scalar.offset(&[0]), Err(rank(0, 1)));
}

#[test]
fn a_tensor_with_a_zero_extent_has_no_coordinate() {
    let empty = Tensor::from_vec(vec![2, 0, 3], vec![]).expect("no values for no cells");
    assert_eq!(empty.offset(&[0, 0, 0]), Err(bounds(1, 0, 0)));
    assert_eq!(empty.offset(&[1, 0, 2]), Err(bounds(1, 0, 0)));
    assert_eq!(empty.offset(&[2, 0, 0]), Err(bounds(0, 2, 2)));
}

#[test]
fn an_assignment_changes_one_offset_and_no_layout() {
    let mut tensor = frozen();
    *tensor.get_mut(&[0, 1, 1]).expect("inside") = 99.0;
    assert_eq!(
        tensor.as_slice(),
        [10.0, 11.0, 12.0, 20.0, 99.0, 22.0, 30.0, 31.0, 32.0, 40.0, 41.0, 42.0]
    );
    assert_eq!(tensor.shape(), FROZEN_SHAPE);
    assert_eq!(tensor.strides(), [6, 3, 1]);
    assert_eq!(tensor.offset(&[0, 1, 1]), Ok(4));
}

#[test]
fn the_walk_checks_each_product_and_each_sum_from_left_to_right() {
    type Case<'a> = (&'a [usize], &'a [usize], usize, &'a [usize], Result<usize, TensorError>);
    let overflow = Err(TensorError::ShapeOverflow);
    let cases: &[Case] = &[
        (&[3, 2], &[1, 3], 4, &[2, 1], Ok(9)),
        (&[2], &[1], MAX, &[1], overflow),
        (&[2], &[1], MAX, &[0], Ok(MAX)),
        (&[3], &[MAX], 0, &[2], overflow),
        (&[3], &[MAX], 0, &[1], Ok(MAX)),
        (&[3, 2], &[MAX, 1], 0, &[2, 5], overflow),
        (&[3, 2], &[MAX, 1], 0, &[1, 5], Err(bounds(1, 5, 2))),
        (&[3, 2], &[MAX, 1], 0, &[1, 1], overflow),
        (&[3, 2], &[MAX, 1], 0, &[3, 5], Err(bounds(0, 3, 3))),
        (&[], &[], 5, &[], Ok(5)),
        // As many strides as axes is the caller's to keep; the answer is an error all the same.
        (&[2, 3], &[3], 0, &[1, 2], Err(rank(2, 1))),
        (&[2], &[3, 1], 0, &[1], Err(rank(1, 2))),
        (&[2], &[3, 1], 0, &[1, 1], Err(rank(1, 2))),
    ];
    for (shape, strides, base, coordinate, expected) in cases {
        let case = format!("{shape:?} {strides:?} {base} {coordinate:?}");
        assert_eq!(checked_offset(shape, strides, *base, coordinate), *expected, "{case}");
        let sum = terms(shape, strides, *base, coordinate)
            .map(|terms| base + terms.iter().map(|t| t.contribution).sum::<usize>());
        assert_eq!(sum, *expected, "{case}");
        let signed: Vec<i128> = strides.iter().map(|&stride| stride as i128).collect();
        assert_eq!(signed_offset(shape, &signed, *base, coordinate), *expected, "{case}");
    }
}

#[test]
fn a_signed_walk_is_judged_by_its_whole_sum() {
    type Case<'a> = (&'a [usize], &'a [i128], usize, &'a [usize], Result<usize, TensorError>);
    let overflow = Err(TensorError::ShapeOverflow);
    let max = MAX as i128;
    let cases: &[Case] = &[
        (&[3], &[-1], 2, &[2], Ok(0)),
        (&[3], &[-1], 2, &[0], Ok(2)),
        (&[3], &[-1], 0, &[1], overflow),
        (&[3], &[-1], 1, &[2], overflow),
        // Below zero after axis 0, but axis 1 brings it back.
        (&[2, 2], &[-1, 3], 0, &[1, 1], Ok(2)),
        (&[2, 2], &[-1, 3], 0, &[1, 0], overflow),
        (&[2, 2], &[3, -1], 0, &[1, 1], Ok(2)),
        // Above the range after axis 0, and back again.
        (&[2, 2], &[1, -1], MAX, &[1, 1], Ok(MAX)),
        (&[2, 2], &[1, -1], MAX, &[1, 0], overflow),
        // Every index is looked at before a sum below zero is judged.
        (&[2, 2], &[-1, -1], 0, &[1, 9], Err(bounds(1, 9, 2))),
        (&[2, 2], &[-5, 0], 0, &[1, 2], Err(bounds(1, 2, 2))),
        (&[2, 2], &[-5, 0], 0, &[1, 1], overflow),
        (&[2, 2], &[-1, 1], 0, &[1, 9], Err(bounds(1, 9, 2))),
        // A contribution has to fit by itself.
        (&[3, 2], &[max, -max], 0, &[2, 1], overflow),
        (&[3, 2], &[-max, max], MAX, &[1, 1], Ok(MAX)),
        (&[3], &[i128::MAX], 0, &[2], overflow),
        (&[3], &[i128::MIN], 0, &[1], overflow),
        (&[3], &[i128::MIN], 7, &[0], Ok(7)),
        (&[4, 3], &[0, 1], 0, &[3, 2], Ok(2)),
        (&[2], &[1, -1], 0, &[1], Err(rank(1, 2))),
        (&[2], &[-1], 0, &[1, 1], Err(rank(1, 2))),
    ];
    for (shape, strides, base, coordinate, expected) in cases {
        let case = format!("{shape:?} {strides:?} {base} {coordinate:?}");
        let offset = signed_offset(shape, strides, *base, coordinate);
        assert_eq!(offset, *expected, "{case}");
        let sum = signed_terms(shape, strides, *base, coordinate).map(|terms| {
            let contributions = terms.iter().map(|term| term.contribution).sum::<i128>();
            usize::try_from(*base as i128 + contributions).expect("an offset")
        });
        assert_eq!(sum, *expected, "{case}");
    }
}

fn landing(
    shape: &[usize],
    strides: &[i128],
    base: usize,
    offset: usize,
) -> (Vec<Vec<usize>>, bool) {
    let landing = coordinates_at(shape, strides, base, offset).expect("a layout");
    (landing.coordinates, landing.more)
}

#[test]
fn the_coordinates_of_an_offset_are_found_in_row_major_order() {
    type Case<'a> = (&'a [usize], &'a [i128], usize, usize, &'a [&'a [usize]]);
    let cases: &[Case] = &[
        (&[2, 2, 3], &[6, 3, 1], 0, 8, &[&[1, 0, 2]]),
        (&[2, 2, 3], &[6, 3, 1], 0, 12, &[]),
        (&[2, 2, 3], &[6, 3, 1], 4, 3, &[]),
        (&[], &[], 0, 0, &[&[]]),
        (&[], &[], 5, 5, &[&[]]),
        (&[], &[], 0, 1, &[]),
        (&[2, 0, 3], &[0, 3, 1], 0, 0, &[]),
        (&[1, 1], &[5, 7], 3, 3, &[&[0, 0]]),
        // Transposed, reversed, every second column, broadcast, one window over another.
        (&[3, 2], &[1, 3], 4, 9, &[&[2, 1]]),
        (&[4], &[-1], 3, 1, &[&[2]]),
        (&[2, 3], &[-3, -1], 5, 4, &[&[0, 1]]),
        (&[3, 2], &[4, 2], 0, 6, &[&[1, 1]]),
        (&[3, 2], &[4, 2], 0, 5, &[]),
        (&[3, 2], &[0, 1], 0, 1, &[&[0, 1], &[1, 1], &[2, 1]]),
        (&[3, 2], &[1, 0], 0, 1, &[&[1, 0], &[1, 1]]),
        (&[3, 3], &[1, 1], 0, 2, &[&[0, 2], &[1, 1], &[2, 0]]),
        (&[3, 3], &[1, -1], 2, 2, &[&[0, 0], &[1, 1], &[2, 2]]),
        (&[3, 3], &[-1, 1], 2, 1, &[&[1, 0], &[2, 1]]),
        (&[4, 4], &[2, 3], 0, 6, &[&[0, 2], &[3, 0]]),
        (&[2, 2], &[2, 2], 0, 3, &[]),
    ];
    for (shape, strides, base, offset, expected) in cases {
        let case = format!("{shape:?} {strides:?} {base} {offset}");
        let expected: Vec<Vec<usize>> = expected.iter().map(|at| at.to_vec()).collect();
        assert_eq!(landing(shape, strides, *base, *offset), (expected, false), "{case}");
    }
}

#[test]
fn a_layout_that_is_none_has_no_way_back() {
    let cases: &[(&[usize], &[i128], TensorError)] = &[
        (&[MAX, 2], &[0, 0], TensorError::ShapeOverflow),
        (&[MAX, 2], &[0], TensorError::ShapeOverflow),
        (&[2, 2], &[1], rank(2, 1)),
        (&[], &[1], rank(0, 1)),
    ];
    for (shape, strides, error) in cases {
        assert_eq!(coordinates_at(shape, strides, 0, 0), Err(*error));
    }
}

#[test]
fn nested_strides_are_inverted_by_division_however_large_the_tensor() {
    type Case<'a> = (&'a [usize], &'a [i128], usize, &'a [usize]);
    let million = 1_000_000_usize;
    let step = 1_000_000_i128;
    // Each lands where the walk says, and nowhere else.
    let cases: &[Case] = &[
        (&[million, million], &[step, 1], 0, &[765_432, 123_456]),
        (&[million, million], &[1, step], 0, &[765_432, 123_456]),
        (&[10_000, 10_000, 10_000], &[10_000, 1, 100_000_000], 0, &[9_999, 1, 5_000]),
        (&[10_000, 10_000, 10_000], &[-10_000, -1, 100_000_000], 99_999_999, &[9_999, 1, 5_000]),
        (&[500_000, 1000], &[2 * step, 7], 3, &[499_999, 999]),
        (&[MAX], &[1], 0, &[MAX - 1]),
        (&[MAX], &[-1], MAX, &[5]),
        (&[2, 1 << 62], &[1 << 62, 1], 0, &[1, (1 << 62) - 1]),
    ];
    for (shape, strides, base, coordinate) in cases {
        let offset = signed_offset(shape, strides, *base, coordinate).expect("inside");
        assert_eq!(landing(shape, strides, *base, offset), (vec![coordinate.to_vec()], false));
    }
    // A broadcast axis is free: the first thousand of its indices, and the word that more follow.
    let (found, more) = landing(&[million, million], &[0, 1], 0, 7);
    assert_eq!((found.len(), more), (1000, true));
    assert_eq!((&found[0], &found[999]), (&vec![0, 7], &vec![999, 7]));
    let (found, more) = landing(&[1000, million], &[0, 1], 0, 7);
    assert_eq!((found.len(), more), (1000, false));
    assert_eq!(landing(&[million, million], &[0, 2], 0, 7), (vec![], false));
}

#[test]
fn a_search_over_strides_that_do_not_nest_ends() {
    let million = 1_000_000_usize;
    // A window over a line: a million ways, of which a thousand are listed.
    let (found, more) = landing(&[million, million], &[1, 1], 0, million);
    assert_eq!((found.len(), more), (1000, true));
    assert_eq!(found[0], [1, 999_999]);
    // Only even offsets are reached.
    assert_eq!(landing(&[million, million], &[2, 2], 0, 77), (vec![], false));
    // Two axes share their strides and the third can never make up the rest.
    let (found, more) = landing(&[1 << 20, 1 << 20, 2], &[3, 3, 1 << 22], 0, 1 << 21);
    assert_eq!((found, more), (vec![], false));
    // Thousands between two multiples of a thousand: millions of dead ends, of which a million
    // are tried.
    let thousands = [1000, 1000, 1000, 1, 7];
    let dead_ends = landing(&[2000, 2000, 2000, 10, 2], &thousands, 0, 3_000_500);
    assert_eq!(dead_ends, (vec![], true));
    // A broadcast axis does not repeat a search that found nothing.
    assert_eq!(landing(&[million, 3, 3], &[0, 2, 4], 0, 3), (vec![], false));
}

proptest! {
    #[test]
    fn the_way_back_finds_what_a_walk_over_every_cell_finds(
        axes in prop::collection::vec((0..4_usize, -6..7_i128), 0..5),
        base in 0..30_usize,
        offset in 0..40_usize,
    ) {
        let (shape, strides): (Vec<usize>, Vec<i128>) = axes.into_iter().unzip();
        let count = shape.iter().product();
        let (row_major, _) = checked_row_major_layout(&shape).expect("small");
        let walked: Vec<Vec<usize>> = (0..count)
            .map(|cell| {
                let place = |(&stride, &extent): (&usize, &usize)| cell / stride % extent;
                row_major.iter().zip(&shape).map(place).collect::<Vec<usize>>()
            })
            .filter(|at| signed_offset(&shape, &strides, base, at) == Ok(offset))
            .collect();
        prop_assert_eq!(landing(&shape, &strides, base, offset), (walked, false));
    }
}

#[test]
fn the_fixtures_are_the_course_s_tensors() {
    type StandIn<'a> = (&'a str, &'a [usize], &'a [usize], usize, &'a [&'a str]);
    assert_eq!(FROZEN_SHAPE, [2, 2, 3]);
    assert_eq!(SELECTED_COORDINATE, [1, 0, 2]);
    assert_eq!(INVALID_COORDINATE, [1, 2, 0]);
    assert_eq!(frozen().as_slice(), FROZEN_VALUES);

    let expected: [StandIn; 7] = [
        ("toy Bengio C", &[5, 3], &[3, 1], 15, &["vocabulary", "features"]),
        ("toy Bengio H", &[4, 6], &[6, 1], 24, &["hidden", "context features"]),
        ("toy Bengio U", &[5, 4], &[4, 1], 20, &["vocabulary", "hidden"]),
        ("toy Transformer Q (one head)", &[2, 3], &[3, 1], 6, &["tokens", "head width"]),
        ("toy Transformer K (one head)", &[2, 3], &[3, 1], 6, &["tokens", "head width"]),
        ("toy Transformer V (one head)", &[2, 3], &[3, 1], 6, &["tokens", "head width"]),
        (
            "toy Transformer Q head stack",
            &[2, 2, 3],
            &[6, 3, 1],
            12,
            &["heads", "tokens", "head width"],
        ),
    ];
    let history = llm_shape_history_fixture().expect("no toy shape overflows");
    assert_eq!(history.len(), expected.len());
    for (((label, tensor), axes), stand_in) in history.iter().zip(LLM_SHAPE_AXES).zip(expected) {
        let held = (*label, tensor.shape(), tensor.strides(), tensor.len(), axes);
        assert_eq!(held, stand_in);
        assert!(tensor.as_slice().iter().all(|value| value.to_bits() == 0));
    }
}
