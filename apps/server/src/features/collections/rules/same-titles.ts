interface Titled {
  external_id: string;
  title: string;
  is_assignable: boolean;
}

const plain = (title: string): string => title.trim().toLowerCase();

/**
 * The collections of another store with the same titles. One that the store fills by its own rules, or whose title several have, is
 * left out: which of them is meant isn't known.
 */
export function withSameTitles<T extends Titled>(titles: readonly string[], all: readonly T[]): T[] {
  const byTitle = Map.groupBy(all, (one) => plain(one.title));
  const wanted = new Set(titles.map(plain).filter(Boolean));
  return [...wanted].flatMap((title) => {
    const [one, ...others] = byTitle.get(title) ?? [];
    return one?.is_assignable && others.length === 0 ? one : [];
  });
}
