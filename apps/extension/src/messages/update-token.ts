import type { Browser, Installation } from '../browser-port.ts';
import { KEPT } from '../kept.ts';
import { oneAtATime } from '../one-at-a-time.ts';

interface Update {
  token: string;
  workplace_id?: string | undefined;
  language?: string | undefined;
}

/** Forgets everything of the person who was signed in; pages that were saved before anybody was stay. */
async function forgetPerson(browser: Browser): Promise<void> {
  const pages = await KEPT.pages.read(browser);
  await KEPT.pages.write(
    browser,
    pages.filter(({ ofPerson }) => !ofPerson),
  );
  const theirs = Object.values(KEPT).filter(({ ofPerson }) => ofPerson);
  for (const area of ['session', 'local'] as const)
    await browser.remove(
      area,
      theirs.filter((slot) => slot.area === area).map(({ key }) => key),
    );
  await browser.mark('');
}

/** Rows C322 and C324: takes the bearer of a sign-in; an empty one ends it here. */
export function updateToken(browser: Browser, update: Update, own: Installation): Promise<{ version: string }> {
  return oneAtATime(async () => {
    if (update.token === '') await forgetPerson(browser);
    else {
      await KEPT.signIn.write(browser, { token: update.token, workplaceId: update.workplace_id ?? null });
      if (update.language) await KEPT.language.write(browser, update.language);
    }
    return { version: own.version };
  });
}
