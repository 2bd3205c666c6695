/** Repeats `remove`, which deletes at most `batch` rows and returns how many, until fewer are left or `signal` is aborted. */
export async function inBatches(
  batch: number,
  signal: AbortSignal | undefined,
  remove: () => Promise<number>,
): Promise<void> {
  let deleted = batch;
  while (deleted === batch && !signal?.aborted) deleted = await remove();
}
