use super::*;

fn tree<M: Copy>(fields: Fields, bytes: usize, mv: M) -> Tree<M> {
    Tree::new(fields, bytes, Node::new(mv, 0))
}

#[test]
fn a_node_takes_24_bytes() {
    assert_eq!(size_of::<Node<u8>>(), 24);
    assert_eq!(size_of::<Node<u16>>(), 24);
    assert_eq!(size_of::<Cell<u16>>(), 24);
}

#[test]
fn every_exact_value_is_kept_to_the_last_bit() {
    for value in [0.0, -0.0, 1.0, 0.1, 1.0 / 3.0, -7.25, f64::MAX, f64::MIN_POSITIVE, f64::from_bits(1), -0.1] {
        let node = Node::new(0u8, 0);
        node.add_visits::<Alone>(1);
        node.add_value::<Alone>(3.0);
        node.prove(value, || ());
        assert_eq!(node.proven().map(f64::to_bits), Some(value.to_bits()));
        assert_eq!(node.mean().to_bits(), value.to_bits());
        node.add_value::<Alone>(1.0);
        node.prove(5.0, || unreachable!("a node is proven once"));
        assert_eq!(node.proven().map(f64::to_bits), Some(value.to_bits()));
    }
}

#[test]
fn sums_of_whole_and_half_payoffs_are_exact() {
    let node = Node::new(0u8, 0);
    for _ in 0..1_001 {
        node.add_visits::<Alone>(1);
        node.add_value::<Alone>(0.5);
    }
    assert_eq!(node.value(), Value::Open(500.5));
    assert_eq!((node.mean(), node.proven()), (0.5, None));
}

/// The sum of a node may have the very bits of its proof, as where every playout and the proof are a loss of 0.0. An
/// addition under way then must not take the proof for the sum that it has read before.
#[test]
fn an_addition_under_way_does_not_undo_the_proof_of_a_loss() {
    for round in 0..20_000 {
        let node = Node::new(0u8, 0);
        let start = std::sync::Barrier::new(2);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                start.wait();
                for _ in 0..20 {
                    node.add_value::<Together>(1.0);
                    node.add_value::<Together>(-1.0);
                }
            });
            start.wait();
            node.prove(0.0, || ());
            assert_eq!(node.proven(), Some(0.0), "round {round}");
        });
        assert_eq!(node.proven(), Some(0.0), "round {round}");
    }
}

#[test]
fn adding_never_changes_a_proven_value() {
    let node = Node::new(0u8, 0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..100_000 {
                    node.add_visits::<Together>(1);
                    node.add_value::<Together>(0.25);
                }
            });
        }
        scope.spawn(|| {
            while node.visits() < 1_000 {
                std::hint::spin_loop();
            }
            node.prove(7.0, || ());
            for _ in 0..1_000 {
                assert_eq!(node.proven(), Some(7.0));
            }
        });
    });
    assert_eq!(node.proven(), Some(7.0));
    assert_eq!(node.visits(), 200_000);
}

#[test]
fn blocks_keep_their_moves_until_memory_is_used_up() {
    let mut tree: Tree<u16> = tree(Fields::default().with(Field::Code, true), 5 << 20, 0);
    let mut blocks = Vec::new();
    for size in (1..=5_000).cycle() {
        match tree.add(size, |position| Node::new((size + position) as u16, 1)) {
            Some(children) => blocks.push((children, size)),
            None if tree.grow() => {}
            None => break,
        }
    }
    assert!(tree.is_full() && !tree.can_grow() && blocks.len() > 100);
    for (children, size) in blocks {
        let block = tree.block(children);
        assert!(block.nodes.iter().enumerate().all(|(position, node)| usize::from(node.mv()) == size + position));
        assert_eq!(block.table(Field::Code).len(), size);
        assert!(block.table(Field::Best).is_empty());
    }
}

#[test]
fn threads_never_get_the_same_block() {
    let mut tree: Tree<u8> = tree(Fields::default(), 64 << 20, 0);
    while tree.grow() {}
    let firsts = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let add = |_| tree.add(7, |i| Node::new(i as u8, 0)).unwrap().first;
                let mine: Vec<_> = (0..20_000).map(add).collect();
                firsts.lock().unwrap().extend(mine);
            });
        }
    });
    let mut firsts = firsts.into_inner().unwrap();
    firsts.sort_unstable();
    assert!(firsts.windows(2).all(|pair| pair[1] - pair[0] >= 7));
}

/// Around the number of children that a node can count itself.
#[test]
fn any_number_of_children_is_counted_and_opened_one_by_one() {
    for total in [65_534, 65_535, 65_536, 100_000usize] {
        let mut tree: Tree<u32> = tree(Fields::default().with(Field::Prior, true), 64 << 20, 0);
        while tree.grow() {}
        let before = tree.len();
        let children = tree.add(total, |position| Node::new(position as u32, 1)).unwrap();
        let root = tree.node(ROOT);
        tree.publish::<Alone>(root, children, 0, Kind::Choice);
        let block = tree.children(root).unwrap();
        assert_eq!((block.nodes.len(), block.table(Field::Prior).len()), (total, total));
        assert!(block.nodes.iter().enumerate().all(|(position, node)| node.mv() as usize == position));
        let open = |most| tree.open_next::<Together>(root, &block, most);
        assert!((0..total).all(|position| open(total) == Some(position)));
        assert_eq!((open(total), tree.opened(root, &block)), (None, total));
        assert_eq!(tree.drop_children(ROOT), total);
        assert_eq!(tree.len(), before);
        let again = tree.add(total, |position| Node::new(position as u32, 1)).unwrap();
        assert_eq!(again, children);
    }
}
