import { newId, newToken } from '@quayside/kernel';
import type { Db } from '../../../db/index.ts';
import { findInstallation, type Installation, insertInstallation } from '../installation-repo.ts';

/** Makes a key for a new customer (or worker). It is shown this once and kept hashed. */
export async function makeInstallation(
  db: Db,
  input: Pick<Installation, 'name' | 'mode' | 'role'>,
): Promise<{ installation: Installation; key: string }> {
  const key = `qw_${input.mode}_${newToken(24)}`;
  return { installation: await ensureInstallation(db, { ...input, key }), key };
}

/** Lets a key in that was chosen elsewhere (the sandbox's own). Doing it again changes nothing. */
export const ensureInstallation = (
  db: Db,
  input: Pick<Installation, 'name' | 'mode' | 'role'> & { key: string },
): Promise<Installation> =>
  db.global(async (tx) => {
    const { key, ...facts } = input;
    await insertInstallation(tx, { installation_id: newId(), ...facts }, key);
    const kept = await findInstallation(tx, key);
    if (!kept) throw new Error('warehouse key was revoked');
    return kept;
  });
