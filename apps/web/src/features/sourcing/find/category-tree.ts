import type { CategoryNode } from '@quayside/contracts';

/** From the root to a category, or undefined when the trees do not hold it. */
export function pathTo(nodes: readonly CategoryNode[], id: string | undefined): CategoryNode[] | undefined {
  if (!id) return undefined;
  for (const node of nodes) {
    if (node.category_id === id) return [node];
    const below = pathTo(node.children, id);
    if (below) return [node, ...below];
  }
  return undefined;
}

export interface CategoryLine {
  node: CategoryNode;
  /** 0 for the roots. */
  depth: number;
  /** Names of those above it. */
  above: string[];
  isOpen: boolean;
}

/**
 * The lines of a tree as they are drawn: those below closed nodes left out. With words, every node whose name holds
 * them, wherever it stands.
 */
export function getLines(nodes: readonly CategoryNode[], open: ReadonlySet<string>, words: string): CategoryLine[] {
  const wanted = words.trim().toLocaleLowerCase();
  const lines: CategoryLine[] = [];
  const walk = (list: readonly CategoryNode[], depth: number, above: string[]) => {
    for (const node of list) {
      const isOpen = wanted !== '' || open.has(node.category_id);
      if (!wanted || node.name.toLocaleLowerCase().includes(wanted)) {
        lines.push({ node, depth: wanted ? 0 : depth, above, isOpen });
      }
      if (isOpen) walk(node.children, depth + 1, [...above, node.name]);
    }
  };
  walk(nodes, 0, []);
  return lines;
}
