import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from './db/embedded/index.ts';
import { withClient } from './db/index.ts';
import { getFingerprint, refuseSecrets } from './vault/fingerprint.ts';

export interface SecretOptions {
  /** APP_SECRET. */
  appSecret: string | undefined;
  /** APP_SECRET_PREVIOUS. */
  previousAppSecret: string | undefined;
  dataDir: string;
}

const NAME = 'setup of secrets';

/**
 * Returns the installation's secret: from the settings, else generated once in the data folder, readable only by us.
 * Throws StartRefused if the database was set up with another one.
 */
export function settleAppSecret(ownerUrl: string, options: SecretOptions): Promise<string> {
  const { appSecret, previousAppSecret, dataDir } = options;
  return withClient(ownerUrl, `quayside ${NAME}`, async (owner) => {
    const { rows } = await owner.query<{ fingerprint: string }>('select fingerprint from app_secret_fingerprint');
    const known = rows.map((row) => row.fingerprint);
    const current = appSecret ?? keptSecret(dataDir, known.length > 0);
    const refusal = refuseSecrets(known, current, previousAppSecret);
    if (refusal) throw new StartRefused(refusal);
    const given = [current, ...(previousAppSecret ? [previousAppSecret] : [])];
    // A previous secret counts only at the first start: later, an unknown one encrypts nothing here.
    const added = known.length === 0 ? given : [current];
    for (const secret of added) {
      await owner.query('insert into app_secret_fingerprint (fingerprint) values ($1) on conflict do nothing', [
        getFingerprint(secret),
      ]);
    }
    return current;
  });
}

/** Forgets other secrets once everything is encrypted with the current one. */
export async function forgetOtherSecrets(ownerUrl: string, current: string): Promise<void> {
  await withClient(ownerUrl, `quayside ${NAME}`, (owner) =>
    owner.query('delete from app_secret_fingerprint where fingerprint <> $1', [getFingerprint(current)]),
  );
}

function keptSecret(dataDir: string, isInUse: boolean): string {
  const file = join(dataDir, 'app-secret');
  if (!existsSync(file)) {
    if (isInUse) {
      throw new StartRefused(
        `The secret of this database is missing (${file}): restore the file from the backup of the data folder, or set APP_SECRET.`,
      );
    }
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}
