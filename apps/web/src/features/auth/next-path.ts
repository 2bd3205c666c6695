/** Where to go after the sign-in: back to where one came from, but only inside the app, or to an invitation. */
export function nextPath(wish: unknown): string {
  return typeof wish === 'string' && /^\/(app([/?#]|$)|invitation\/[\w-]+$)/.test(wish) ? wish : '/app';
}
