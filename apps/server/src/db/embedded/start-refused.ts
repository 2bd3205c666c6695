/** The database cannot be started, and the message says why and what to do in one sentence for a person. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
