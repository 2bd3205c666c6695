interface Waiting<I, O> {
  item: I;
  resolve(result: O): void;
  reject(error: unknown): void;
}

const MOST = 50;

/**
 * Gathers pieces of work of one kind: what is asked for while one go is under way is done in the next go, all at once,
 * so that many small transactions become few. Only what is of the same `owner` goes together, by the name that `nameOf`
 * gives him; each has one go at a time. A go answers in the order of its items. One that fails is done again item by
 * item, so that a bad item fails alone: the work must be harmless when it is done twice.
 */
export function together<W, I, O>(
  nameOf: (owner: W) => string,
  go: (owner: W, items: readonly I[]) => Promise<readonly O[]>,
): (owner: W, item: I) => Promise<O> {
  const lines = new Map<string, Waiting<I, O>[]>();

  async function run(owner: W, batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const results = await go(
        owner,
        batch.map((one) => one.item),
      );
      if (results.length !== batch.length)
        throw new Error(`batch returned ${results.length} results for ${batch.length} items`);
      for (const [at, one] of batch.entries()) one.resolve(results[at] as O);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await run(owner, [one]);
    }
  }

  async function serve(name: string, owner: W, line: Waiting<I, O>[]): Promise<void> {
    // What is asked for in one breath goes together from the start.
    await undefined;
    while (line.length > 0) await run(owner, line.splice(0, MOST));
    lines.delete(name);
  }

  return (owner, item) =>
    new Promise<O>((resolve, reject) => {
      const name = nameOf(owner);
      const line = lines.get(name);
      if (line) {
        line.push({ item, resolve, reject });
        return;
      }
      const fresh = [{ item, resolve, reject }];
      lines.set(name, fresh);
      void serve(name, owner, fresh);
    });
}
