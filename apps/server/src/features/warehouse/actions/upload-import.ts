import { newId } from '@quayside/kernel';
import type { Deps, Mode } from '../../../deps.ts';
import { insertImport } from '../import-repo.ts';
import { readImportJob } from '../jobs.ts';

/** Where an operator's products are shown: in the sandbox while it is on, to try it, and for real otherwise. */
export const catalogMode = (deps: Pick<Deps, 'config'>): Mode => (deps.config.sandbox ? 'sandbox' : 'live');

/** Keeps an uploaded CSV file and has it read. `apply`: what is not refused is imported without a look at it first. */
export async function uploadImport(
  deps: Pick<Deps, 'db' | 'queue'>,
  input: { mode: Mode; fileName: string; file: Uint8Array; apply: boolean },
): Promise<string> {
  const importId = newId();
  await deps.db.global(async (tx) => {
    await insertImport(tx, { importId, ...input });
    await deps.queue.send(tx, readImportJob, { importId });
  });
  return importId;
}
