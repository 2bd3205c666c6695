interface Placed {
  external_id: string;
  title: string;
  parent_id: string | null;
}

/** Levels of a category tree that are followed: a store's answer may hold a circle. */
const MOST_LEVELS = 10;

/** Titles of the categories above each one, top level first. */
export function pathsOf(all: readonly Placed[]): Map<string, string[]> {
  const byId = new Map(all.map((one) => [one.external_id, one]));
  const pathOf = (one: Placed): string[] => {
    const path: string[] = [];
    let above = one.parent_id === null ? undefined : byId.get(one.parent_id);
    while (above && path.length < MOST_LEVELS) {
      path.unshift(above.title);
      above = above.parent_id === null ? undefined : byId.get(above.parent_id);
    }
    return path;
  };
  return new Map(all.map((one) => [one.external_id, pathOf(one)]));
}
