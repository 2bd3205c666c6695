/** Shopify's script may take a moment to reach the admin around it; longer than this means that there is none. */
const LONGEST_WAIT_MS = 10_000;

type WithBridge = Window & { shopify?: { idToken?(): Promise<string> } };

/**
 * A session token of the admin around us, always a fresh one: it lives a minute. Source: shopify.dev, ID token API.
 *
 * @throws Error when the page is not inside an admin, or the admin does not answer.
 */
export function sessionToken(view: WithBridge = window): Promise<string> {
  const asked = view.shopify?.idToken?.();
  if (!asked) return Promise.reject(new Error('There is no admin around this page.'));
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The admin does not answer.')), LONGEST_WAIT_MS);
  });
  return Promise.race([asked, late]);
}
