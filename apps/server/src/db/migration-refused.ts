/** The database cannot be brought to this version; the message is one sentence for operators. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}
