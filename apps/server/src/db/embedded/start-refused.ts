/** The database can't be started; the message gives the cause and the fix in one sentence. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
