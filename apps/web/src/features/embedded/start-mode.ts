import { router } from '../../app/router.tsx';
import { type Language, languageOfAdmin } from '../../i18n/languages.ts';
import { runAs } from '../../lib/session.ts';
import { embeddedSession, frameQuery, tabStorage, wrapperSession } from './session-ports.ts';
import { askToken, getBridge } from './wrapper-bridge.ts';

const told = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/**
 * Keeps what says how the page is shown in every address, out of the app's sight: a fresh page of the frame is then framed
 * as this one is, and no screen takes it for its own state.
 */
function keepInAddress(query: URLSearchParams, foreign: readonly string[]): void {
  router.update({
    ...router.options,
    rewrite: {
      input: ({ url }) => {
        for (const name of foreign) url.searchParams.delete(name);
        return url;
      },
      output: ({ url }) => {
        for (const [name, value] of query) url.searchParams.set(name, value);
        return url;
      },
    },
  });
}

/** In a shop's admin. Its language is the admin's. */
function startEmbedded(): Language {
  const { foreign, kept } = frameQuery(location.search);
  // The server looked at the shop; the address is only where it stood.
  const shop = told('quayside-shop') ?? '';
  runAs(embeddedSession(tabStorage(), shop, kept));
  keepInAddress(kept, foreign);
  return languageOfAdmin(kept.get('locale'));
}

/** In the web view of a phone app: it is asked who is signed in. */
async function startWrapper(): Promise<void> {
  const bridge = getBridge(window, told('quayside-wrapper'));
  const answer = bridge ? await askToken(bridge, window) : { token: '', hidesBilling: false };
  const kept = new URLSearchParams(told('quayside-wrapper') ? { wrapper: '1' } : {});
  const close = () => bridge?.send(JSON.stringify({ type: 'CLOSE_MODAL' }));
  runAs(wrapperSession(tabStorage(), answer, kept, close));
  keepInAddress(kept, ['wrapper']);
}

/** Runs the app the way the page is shown. Answers the language that this decides, if it does. */
export async function startMode(mode: string): Promise<Language | undefined> {
  document.documentElement.dataset.mode = mode;
  if (mode === 'embedded') return startEmbedded();
  await startWrapper();
  return undefined;
}
