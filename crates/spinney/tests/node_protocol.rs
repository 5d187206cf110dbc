//! The protocol of a node of the shared search tree, checked by `loom`: every model runs in all interleavings of its
//! threads, and with all results that the memory model allows for relaxed loads.
//!
//! The file of the node is compiled here a second time, with loom's atomics.

#![allow(dead_code)]

#[path = "../src/search/mcts/tree/node.rs"]
mod node;

/// What `node.rs` takes from the tree's module: the atomics.
mod sync {
    pub(crate) use loom::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
}

/// What `node.rs` takes from the library.
mod game {
    pub(crate) const MAX_PLAYERS: usize = 8;
}

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering};
use loom::thread;

use node::{Alone, Kind, Node, Together, Value, best_of_proven};

fn node() -> Arc<Node<u8>> {
    Arc::new(Node::new(3, 1))
}

/// Two additions and a proof of the very bits that the sum has at first, and has again between the additions.
#[test]
fn no_addition_undoes_a_proof() {
    loom::model(|| {
        let node = node();
        let adders = [1.0, -1.0].map(|value| {
            let node = node.clone();
            thread::spawn(move || node.add_value::<Together>(value))
        });
        node.prove(0.0, || ());
        assert_eq!(node.proven(), Some(0.0));
        for adder in adders {
            adder.join().unwrap();
        }
        assert_eq!(node.proven(), Some(0.0));
    });
}

/// The protocol that this one replaced, reduced to its steps: a flag closes the node, then the sum becomes the proof.
/// An addition that has read the flag before and the sum with the bits of the proof still succeeds. The model has to
/// find that.
#[test]
#[should_panic(expected = "the proof is lost")]
fn without_a_tag_the_model_loses_a_proof() {
    const PROOF: u64 = 0;
    loom::model(|| {
        let cell = Arc::new((AtomicU64::new(0), AtomicU64::new(0)));
        let adder = {
            let cell = cell.clone();
            thread::spawn(move || {
                let (closed, sum) = (&cell.0, &cell.1);
                let old = sum.load(Ordering::Acquire);
                if closed.load(Ordering::Acquire) == 0 {
                    let _ = sum.compare_exchange(old, old + 1, Ordering::AcqRel, Ordering::Acquire);
                }
            })
        };
        cell.0.swap(1, Ordering::AcqRel);
        cell.1.swap(PROOF, Ordering::AcqRel);
        adder.join().unwrap();
        assert_eq!(cell.1.load(Ordering::Acquire), PROOF, "the proof is lost");
    });
}

/// Additions of two threads to an open node are all counted.
#[test]
fn additions_are_never_lost() {
    loom::model(|| {
        let node = node();
        let other = {
            let node = node.clone();
            thread::spawn(move || {
                node.add_visits::<Together>(1);
                node.add_value::<Together>(2.0);
            })
        };
        node.add_visits::<Together>(1);
        node.add_value::<Together>(0.5);
        other.join().unwrap();
        assert_eq!((node.visits(), node.value()), (2, Value::Open(2.5)));
    });
}

/// A reader sees the sum or the exact value, to the last bit and with all that was written before the proof, and never
/// goes back from the one to the other.
#[test]
fn readers_never_mix_a_sum_with_a_proof() {
    // The lowest bit of the one is 0, that of the other 1.
    assert_eq!([0.1f64, 0.3].map(|value| value.to_bits() & 1), [0, 1]);
    for value in [0.1, 0.3] {
        loom::model(move || {
            let node = node();
            node.add_visits::<Alone>(2);
            node.add_value::<Alone>(3.0);
            let beside = Arc::new(AtomicU64::new(0));
            let prover = {
                let (node, beside) = (node.clone(), beside.clone());
                thread::spawn(move || node.prove(value, || beside.store(7, Ordering::Relaxed)))
            };
            let mean = node.mean();
            assert!(mean == 1.5 || mean == value, "{mean}");
            if let Some(proven) = node.proven() {
                assert_eq!((proven, node.mean()), (value, value));
                assert_eq!(beside.load(Ordering::Relaxed), 7);
            } else {
                assert_eq!(mean, 1.5, "a proof does not vanish");
            }
            prover.join().unwrap();
            assert_eq!((node.value(), node.mean(), node.is_proven()), (Value::Proven(value), value, true));
        });
    }
}

/// Of two provers one fixes the value, and the other leaves no trace.
#[test]
fn a_node_is_proven_once() {
    loom::model(|| {
        let node = node();
        let beside = Arc::new(AtomicU64::new(0));
        let prove = |node: &Node<u8>, beside: &AtomicU64| {
            node.prove(0.3, || {
                beside.fetch_add(1, Ordering::Relaxed);
            });
        };
        let other = {
            let (node, beside) = (node.clone(), beside.clone());
            thread::spawn(move || prove(&node, &beside))
        };
        prove(&node, &beside);
        other.join().unwrap();
        assert_eq!((node.proven(), beside.load(Ordering::Relaxed)), (Some(0.3), 1));
    });
}

/// One of two threads expands a leaf; a thread that sees the index of the children sees all that belongs to them.
#[test]
fn children_are_published_whole_and_once() {
    const FIRST: u32 = 5;
    loom::model(|| {
        let node = node();
        // Stands for the children, which are written between claim and publication.
        let children = Arc::new(AtomicU64::new(0));
        let expand = |node: &Node<u8>, children: &AtomicU64| {
            if node.claim::<Together>() {
                children.fetch_add(1, Ordering::Relaxed);
                node.publish::<Together>(FIRST, 2, 1, Kind::Chance);
            }
        };
        let other = {
            let (node, children) = (node.clone(), children.clone());
            thread::spawn(move || expand(&node, &children))
        };
        let reader = {
            let (node, children) = (node.clone(), children.clone());
            thread::spawn(move || {
                if node.first() == FIRST {
                    assert_eq!(children.load(Ordering::Relaxed), 1);
                    assert_eq!((node.total(), node.opened(), node.kind()), (2, 1, Kind::Chance));
                    assert_eq!((node.mv(), node.mover()), (3, 1));
                }
            })
        };
        expand(&node, &children);
        other.join().unwrap();
        reader.join().unwrap();
        assert_eq!((node.first(), children.load(Ordering::Relaxed)), (FIRST, 1));
    });
}

/// The flags that a proof of the node, a proof of a child and a publication change are kept apart.
#[test]
fn a_proof_and_a_publication_do_not_overwrite_each_other() {
    loom::model(|| {
        let node = node();
        let prover = {
            let node = node.clone();
            thread::spawn(move || node.prove(0.3, || ()))
        };
        assert!(node.claim::<Together>());
        node.publish::<Together>(5, 2, 0, Kind::Joint);
        node.bound();
        prover.join().unwrap();
        assert_eq!((node.proven(), node.kind(), node.is_bounded()), (Some(0.3), Kind::Joint, true));
        node.prove(0.7, || unreachable!("proven before"));
        assert_eq!((node.proven(), node.mover()), (Some(0.3), 1));
    });
}

/// Every child is opened by one thread.
#[test]
fn a_child_is_opened_once() {
    loom::model(|| {
        let node = node();
        assert!(node.claim::<Together>());
        node.publish::<Together>(5, 2, 0, Kind::Choice);
        let other = {
            let node = node.clone();
            thread::spawn(move || node.open_next::<Together>(2))
        };
        let mut opened = [node.open_next::<Together>(2), other.join().unwrap()];
        opened.sort();
        assert_eq!(opened, [Some(0), Some(1)]);
        assert_eq!(node.open_next::<Together>(2), None);
    });
}

/// Children are proven while the best of them is looked for: if all are, the best is the best of all.
#[test]
fn a_child_that_is_proven_meanwhile_is_not_passed_over() {
    loom::model(|| {
        let children: Arc<[Node<u8>; 2]> = Arc::new([Node::new(0, 1), Node::new(1, 1)]);
        children[1].prove(0.0, || ());
        let prover = {
            let children = children.clone();
            thread::spawn(move || children[0].prove(1.0, || ()))
        };
        let (position, best, all) = best_of_proven(&*children).expect("one is proven");
        assert!(!all || (position, best) == (0, 1.0), "a proven loss where there is a win");
        prover.join().unwrap();
    });
}
