import { currentWork, mergedWork, type WorkContext, withWork } from '../watch/work-context.ts';

interface Waiting<I, O> {
  item: I;
  /** The work that asked for it. */
  context: WorkContext | undefined;
  resolve(result: O): void;
  reject(error: unknown): void;
}

const MOST = 50;

/**
 * Batches calls of one kind: everything requested while a batch runs is processed in the next one, one batch at a time
 * for each `owner`. Results are in item order, and a failed batch is repeated item by item, so `go` must be idempotent.
 */
export function createBatcher<W, I, O>(
  nameOf: (owner: W) => string,
  go: (owner: W, items: readonly I[]) => Promise<readonly O[]>,
): (owner: W, item: I) => Promise<O> {
  const lines = new Map<string, Waiting<I, O>[]>();

  async function run(owner: W, batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      // A batch would otherwise count as work of the caller that happened to start the line.
      const context = mergedWork(batch.map((one) => one.context));
      const work = () =>
        go(
          owner,
          batch.map((one) => one.item),
        );
      const results = await (context ? withWork(context, work) : work());
      if (results.length !== batch.length)
        throw new Error(`batch returned ${results.length} results for ${batch.length} items`);
      for (const [at, one] of batch.entries()) one.resolve(results[at] as O);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await run(owner, [one]);
    }
  }

  async function serve(name: string, owner: W, line: Waiting<I, O>[]): Promise<void> {
    // Calls of the same tick share the first batch.
    await undefined;
    while (line.length > 0) await run(owner, line.splice(0, MOST));
    lines.delete(name);
  }

  return (owner, item) =>
    new Promise<O>((resolve, reject) => {
      const name = nameOf(owner);
      const line = lines.get(name);
      if (line) {
        line.push({ item, context: currentWork(), resolve, reject });
        return;
      }
      const fresh = [{ item, context: currentWork(), resolve, reject }];
      lines.set(name, fresh);
      void serve(name, owner, fresh);
    });
}
