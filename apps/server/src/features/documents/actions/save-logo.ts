import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { drawLogo } from '../../../pictures/logo.ts';
import { writeLogo } from '../setting-repo.ts';

/** Re-encodes and saves the logo of documents. Throws PICTURE_UNREADABLE. */
export async function saveLogo(deps: Pick<Deps, 'db'>, scope: WorkplaceScope, file: Uint8Array): Promise<void> {
  const logo = await drawLogo(file);
  if (!logo) throw new AppError('UNPROCESSABLE_ENTITY', 'PICTURE_UNREADABLE');
  await deps.db.tenant(scope, (tx) => writeLogo(tx, scope.workplaceId, logo.toString('base64')));
}
