/** A backup or restore can't be done; the message gives the cause and the fix in one sentence. */
export class BackupRefused extends Error {
  override readonly name: string = 'BackupRefused';
}
