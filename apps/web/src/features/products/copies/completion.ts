export type CopyKind = 'duplicate' | 'split';

/**
 * Gathers what runs at the same moment: the end of the last entry of a kind tells of all products that were made by then.
 * Source: rule B238.
 */
export function createCompletion() {
  const state: Record<CopyKind, { running: number; made: string[] }> = {
    duplicate: { running: 0, made: [] },
    split: { running: 0, made: [] },
  };
  return {
    begin(kind: CopyKind): void {
      state[kind].running += 1;
    },
    /** Returns the products of all, once none of the kind is running any more. `made`: empty for a failure. */
    end(kind: CopyKind, made: readonly string[]): string[] | undefined {
      const own = state[kind];
      own.running -= 1;
      own.made.push(...made);
      if (own.running > 0) return undefined;
      const all = own.made;
      own.made = [];
      return all;
    },
  };
}
