import i18next from 'i18next';
import { type Account, currentStore } from '../account.ts';
import { api } from '../api.ts';
import type { ScreenPath } from '../screen-path.ts';
import { session } from '../session.ts';
import { toast } from '../toasts.ts';
import { reportUse } from './activity.ts';
import { extensionRuntime, installedExtensions, knownExtensions, sendToken } from './extension.ts';
import { ownTimeZone } from './zones.ts';

/** The time zone to save when none is set yet (rule B077). */
export const guessedZone = (setting: string, own: string): string | undefined => (setting === '' ? own : undefined);

export interface Later {
  account: Account;
  workplaceId: string | undefined;
  mayChangeWorkspace: boolean;
  mayImport: boolean;
  language: string;
  path(): string;
  onPage(listener: () => void): void;
  /** Reloads the account. */
  refresh(): void;
  goTo(path: ScreenPath): void;
}

const WELCOME = '/app/ob-welcome';
const WELCOME_MS = 12_000;

async function guessZones({ account, workplaceId, mayChangeWorkspace, refresh }: Later): Promise<void> {
  const place = account.workplaces.find(({ id }) => id === workplaceId);
  const own = account.is_demo ? undefined : guessedZone(account.time_zone, ownTimeZone());
  const shown = place && mayChangeWorkspace ? guessedZone(place.time_zone, ownTimeZone()) : undefined;
  if (own) await api('PUT /auth/account/profile', { body: { time_zone: own }, quiet: true });
  if (shown) await api('POST /core/workplaces/settings', { body: { settings: { time_zone: shown } }, quiet: true });
  if (own || shown) refresh();
}

/** Points new accounts that skipped the welcome screen to the first steps. */
async function welcome({ account, path, goTo }: Later): Promise<void> {
  const seen = `quayside.in-app.${account.id}`;
  if (account.is_demo || path() === WELCOME || localStorage.getItem(seen)) return;
  const { first_time } = await api('GET /auth/first-time-in-app', { query: { owner_id: account.id } });
  localStorage.setItem(seen, '1');
  if (first_time && account.onboarding.length > 0)
    toast('info', i18next.t('shell:welcome.text'), {
      action: { label: i18next.t('shell:welcome.go'), run: () => goTo(WELCOME) },
      ms: WELCOME_MS,
    });
}

/** Passes this sign-in's token to the extension, so that it imports into the same account. */
async function tellExtension(later: Later): Promise<void> {
  const { account, workplaceId, language } = later;
  const ids = knownExtensions(account.links);
  const token = session().read('token');
  const runtime = extensionRuntime();
  if (ids.length === 0 || !token || !runtime) return;
  const place = { account_id: account.id, ...(workplaceId ? { workplace_id: workplaceId } : {}), language };
  installedExtensions.set(await sendToken(session().mode, ids, runtime, token, place));
  if (installedExtensions.read().length > 0 && takesOver(later, session().mode))
    await (await import('./hand-over.ts')).handOver();
}

/** Whether pages saved while signed out can be imported: signed in, in a workspace with import permission. */
export const takesOver = (
  { workplaceId, mayImport }: Pick<Later, 'workplaceId' | 'mayImport'>,
  mode: string,
): boolean => mode === 'standalone' && workplaceId !== undefined && mayImport;

let told: string | undefined;
let begun = false;

/** Work that can wait until the first screen is shown. It blocks nothing, and failures have no effect. */
export function afterStart(later: Later): void {
  const { account, workplaceId } = later;
  // Another person may sign in on the same page.
  if (told !== account.id) void tellExtension(later).catch(() => undefined);
  told = account.id;
  if (begun) return;
  begun = true;
  void guessZones(later).catch(() => undefined);
  void welcome(later).catch(() => undefined);
  if (!account.reports_use) return;
  const store = currentStore(account.linked_stores, workplaceId, session().read('store'), session().shop);
  reportUse({
    plan: account.linked_stores.find(({ id }) => id === store)?.plan_name ?? '',
    facts: {
      stores: account.linked_stores.filter(({ status }) => status === 'active').length,
      workspaces: account.workplaces.length,
      language: later.language,
      mode: session().mode,
    },
    path: later.path,
    onPage: later.onPage,
  });
}
