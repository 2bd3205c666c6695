const NAME = 'quayside_install';
/** How long the way may take over a sign-up: document 1, section 9. */
export const INSTALL_CLICK_SECONDS = 300;

type Jar = { cookie: string };

/** Remembers that connecting a shop was begun, for the sign-in or sign-up that comes between. */
export function saveInstallClick(platform: string, shop: string, jar: Jar = document): void {
  const value = encodeURIComponent(`${platform}:${shop}`);
  jar.cookie = `${NAME}=${value}; path=/; max-age=${INSTALL_CLICK_SECONDS}; samesite=lax`;
}

/** The shop that connecting was begun with a moment ago. */
export function installClick(platform: string, jar: Jar = document): string | undefined {
  const value = new RegExp(`(?:^|; )${NAME}=([^;]*)`).exec(jar.cookie)?.[1];
  const [begun, shop] = decodeURIComponent(value ?? '').split(':');
  return begun === platform && shop ? shop : undefined;
}

export function forgetInstallClick(jar: Jar = document): void {
  jar.cookie = `${NAME}=; path=/; max-age=0; samesite=lax`;
}
