//! Strongly connected components of a graph, in topological order: dependencies first.

/// The components of the graph in which `depends(i)` lists what node `i` depends on. Components come in such an order
/// that a node's dependences are in its own or an earlier one. Tarjan's algorithm without recursion.
pub(crate) fn components<'a>(nodes: usize, depends: impl Fn(usize) -> &'a [u32]) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let mut order = vec![UNSEEN; nodes];
    let mut low = vec![0u32; nodes];
    let mut open = vec![false; nodes];
    let mut stack = Vec::new();
    let mut found = Vec::new();
    let mut seen = 0u32;
    // Nodes on the path, each with the index of its next dependency.
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in 0..nodes as u32 {
        if order[root as usize] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some((node, at)) = path.last_mut() {
            let here = *node as usize;
            if *at == 0 {
                order[here] = seen;
                low[here] = seen;
                seen += 1;
                open[here] = true;
                stack.push(*node);
            }
            if let Some(&next) = depends(here).get(*at) {
                *at += 1;
                if order[next as usize] == UNSEEN {
                    path.push((next, 0));
                } else if open[next as usize] {
                    low[here] = low[here].min(order[next as usize]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent as usize] = low[*parent as usize].min(low[here]);
            }
            if low[here] == order[here] {
                let mut component = Vec::new();
                loop {
                    let member = stack.pop().expect("the root of a component is on the stack");
                    open[member as usize] = false;
                    component.push(member);
                    if member as usize == here {
                        break;
                    }
                }
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn cycles_are_together_and_come_after_what_they_depend_on() {
        let graph: [&[u32]; 5] = [&[1], &[2, 3], &[0], &[4], &[4]];
        let found = components(5, |node| graph[node]);
        let sets: Vec<Vec<u32>> = found
            .into_iter()
            .map(|mut component| {
                component.sort_unstable();
                component
            })
            .collect();
        assert_eq!(sets, vec![vec![4], vec![3], vec![0, 1, 2]]);
    }
}
