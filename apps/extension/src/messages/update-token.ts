import type { Browser, Installation } from '../browser-port.ts';
import { forgetPerson } from '../forget-person.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { STORAGE_KEYS } from '../storage.ts';

interface Update {
  token: string;
  account_id?: string | undefined;
  workplace_id?: string | undefined;
  language?: string | undefined;
}

/**
 * Rows C322 and C324: takes the bearer of a sign-in; an empty one ends it here. Someone else may sign in without a sign-out in
 * between, so the account decides whether what is kept stays.
 */
export function updateToken(browser: Browser, update: Update, own: Installation): Promise<{ version: string }> {
  return oneAtATime(async () => {
    const accountId = update.account_id ?? null;
    const isSamePerson = update.token !== '' && accountId === (await STORAGE_KEYS.accountId.read(browser));
    if (!isSamePerson) await forgetPerson(browser);
    if (update.token !== '') {
      await STORAGE_KEYS.accountId.write(browser, accountId);
      await STORAGE_KEYS.signIn.write(browser, { token: update.token, workplaceId: update.workplace_id ?? null });
      if (update.language) await STORAGE_KEYS.language.write(browser, update.language);
    }
    return { version: own.version };
  });
}
