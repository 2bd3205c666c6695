import { FILE_LINK_MINUTES, type StoredFile } from '@quayside/contracts';
import type { Deps } from '../../../deps.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { FileRow } from '../repo.ts';

const CONTEXT = 'file link';
const STEP_SECONDS = FILE_LINK_MINUTES * 60;

const toText = (fileId: string, until: number): string => `${fileId} ${until}`;

/** Whether a link's signature is right and its time has not passed. */
export function isValidLink(
  vault: Pick<Vault, 'isSigned'>,
  link: { id: string; until: string; signature: string },
  now: string,
): boolean {
  const until = Number(link.until);
  if (!Number.isSafeInteger(until) || until * 1000 < Date.parse(now)) return false;
  return vault.isSigned(toText(link.id, until), CONTEXT, link.signature);
}

/** Days a supplier has to open a photo of a claim. */
const SHARED_DAYS = 14;

const toUrl = (vault: Pick<Vault, 'sign'>, fileId: string, until: number): string =>
  `/api/files/stored/${fileId}?until=${until}&signature=${vault.sign(toText(fileId, until), CONTEXT)}`;

/** The whole URL of a file for a supplier, valid for 14 days. */
export const toSharedUrl = (
  { vault, clock, config }: Pick<Deps, 'vault' | 'clock' | 'config'>,
  file: FileRow,
): string => `${config.ownUrl}${toUrl(vault, file.file_id, Math.floor(clock.millis() / 1000) + SHARED_DAYS * 86_400)}`;

/**
 * A file with a link valid for 10 to 20 minutes. Links made within the same 10 minutes are equal, so that browsers
 * reuse what they loaded.
 */
export function toFileView(vault: Pick<Vault, 'sign'>, file: FileRow, now: string): StoredFile {
  const seconds = Math.floor(Date.parse(now) / 1000);
  const until = (Math.floor(seconds / STEP_SECONDS) + 2) * STEP_SECONDS;
  return {
    id: file.file_id,
    name: file.name,
    kind: file.kind,
    bytes: file.bytes,
    url: toUrl(vault, file.file_id, until),
  };
}
