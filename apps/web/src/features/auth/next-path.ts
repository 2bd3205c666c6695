/** Where to go after the sign-in: back to where one came from, but only inside the app, or to what was begun outside it; else to `home`. */
export function nextPath(wish: unknown, cookies = '', home = '/app'): string {
  if (
    typeof wish === 'string' &&
    /^\/(app([/?#]|$)|invitation\/[\w-]+$|auth\/platform\/\w+\/(install|callback)(\?|$)|auth\/(store-migrate|email)-verification\?)/.test(
      wish,
    )
  )
    return wish;
  // Connecting a shop was begun a moment ago, before there was an account.
  const platform = /(?:^|; )quayside_install=(\w+)/.exec(cookies)?.[1];
  return platform && wish === undefined ? `/auth/platform/${platform}/install` : home;
}
