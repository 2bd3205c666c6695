import type { CategoryNode } from '@quayside/contracts';

export interface CategoryRow {
  source: CategoryNode['source'];
  category_id: string;
  parent_id: string | null;
  name: string;
}

/** Category trees in each source's order; a category with an unknown parent is at the top. */
export function categoryTrees(rows: readonly CategoryRow[]): CategoryNode[] {
  const nodes = new Map<string, CategoryNode>();
  const keyOf = (source: string, id: string) => `${source} ${id}`;
  for (const { source, category_id, name } of rows)
    nodes.set(keyOf(source, category_id), { source, category_id, name, children: [] });
  const roots: CategoryNode[] = [];
  for (const row of rows) {
    const node = nodes.get(keyOf(row.source, row.category_id));
    if (!node) continue;
    const parent = row.parent_id === null ? undefined : nodes.get(keyOf(row.source, row.parent_id));
    (parent && parent !== node ? parent.children : roots).push(node);
  }
  return roots;
}

/** A category with its descendants. */
export function withDescendants(rows: readonly CategoryRow[], categoryId: string): string[] {
  const found = new Set([categoryId]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const row of rows) if (row.parent_id !== null && found.has(row.parent_id)) found.add(row.category_id);
  }
  return [...found];
}

/** Category ids by name path. */
export function idsByPath(rows: readonly Omit<CategoryRow, 'source'>[]): Map<string, string> {
  const byId = new Map(rows.map((row) => [row.category_id, row]));
  const paths = new Map<string, string>();
  for (const row of rows) {
    const names: string[] = [];
    for (let at: typeof row | undefined = row; at && names.length < 20; at = byId.get(at.parent_id ?? ''))
      names.unshift(at.name);
    paths.set(pathKey(names), row.category_id);
  }
  return paths;
}

export const pathKey = (names: readonly string[]): string => names.map((name) => name.trim().toLowerCase()).join('\n');
