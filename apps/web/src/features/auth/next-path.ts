/** Where to go after the sign-in: back to where one came from, but only inside the app. */
export function nextPath(wish: unknown): string {
  return typeof wish === 'string' && /^\/app([/?#]|$)/.test(wish) ? wish : '/app';
}
