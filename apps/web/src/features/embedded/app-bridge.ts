/** Shopify's script may take a moment to reach the admin around it; longer than this means that there is none. */
const LONGEST_WAIT_MS = 10_000;

/** No session token came: the page is in no admin (`none`), or the admin did not answer (`silent`). */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  readonly reason: 'none' | 'silent';
  constructor(reason: 'none' | 'silent') {
    super(`the admin gave no session token: ${reason}`);
    this.reason = reason;
  }
}

type WithBridge = Window & { shopify?: { idToken?(): Promise<string> } };

/**
 * A session token of the admin around us, always a fresh one: it lives a minute. Source: shopify.dev, ID token API.
 *
 * @throws AdminError when the page is not inside an admin, or the admin does not answer.
 */
export function sessionToken(view: WithBridge = window): Promise<string> {
  const asked = view.shopify?.idToken?.();
  if (!asked) return Promise.reject(new AdminError('none'));
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new AdminError('silent')), LONGEST_WAIT_MS);
  });
  return Promise.race([asked, late]);
}
