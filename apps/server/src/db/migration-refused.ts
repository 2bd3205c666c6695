/** The database can't be migrated to this version; the message is one sentence for operators. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}
