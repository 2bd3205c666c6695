import { type Browser, expectAccessible, type Page, signIn, test } from '../kit.ts';
import { prepare, tidy, type World } from './prepare.ts';
import { PUBLIC_SCREENS, SCREENS, settled, show, wordsOf } from './screens.ts';

let world: World | undefined;
test.afterAll(({ request }) => tidy(request));

/** Both ways of writing. English is judged in light and its colours again in dark; Arabic whole in dark. */
const LANGUAGES = ['en', 'ar'] as const;

async function speak(page: Page, language: string): Promise<void> {
  await page.goto('/login');
  await page.evaluate((name) => localStorage.setItem('quayside.language', name), language);
}

async function paint(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction((scheme) => document.documentElement.dataset.mantineColorScheme === scheme, colorScheme, {
    polling: 50,
  });
  await settled(page);
}

async function judge(page: Page, name: string, language: (typeof LANGUAGES)[number]): Promise<void> {
  await test.step(`${name}, ${language}`, async () => {
    if (language === 'en') await expectAccessible(page, undefined, `${name}, ${language}, light`);
    await paint(page, 'dark');
    await expectAccessible(page, language === 'en' ? ['color-contrast'] : undefined, `${name}, ${language}, dark`);
    await paint(page, 'light');
  });
}

// A record of every step of hundreds would take longer than the steps.
test.use({ trace: 'off' });

const LIGHT = { colorScheme: 'light', reducedMotion: 'reduce' } as const;

async function theWorld(page: Page): Promise<World> {
  await signIn(page);
  world ??= await prepare(page);
  return world;
}

/** One language after another would leave a core idle: a page is judged by one thread. Each has a browser context of its own. */
async function inEachLanguage(
  browser: Browser,
  walk: (page: Page, language: (typeof LANGUAGES)[number]) => Promise<void>,
): Promise<void> {
  await Promise.all(
    LANGUAGES.map(async (language) => {
      const page = await (await browser.newContext(LIGHT)).newPage();
      await speak(page, language);
      await walk(page, language);
    }),
  );
}

test('no screen of a signed-in owner has a fault that axe knows of', async ({ page, browser }) => {
  test.setTimeout(1_500_000);
  const own = await theWorld(page);
  await inEachLanguage(browser, async (theirs, language) => {
    await signIn(theirs);
    let covered = true;
    for (const screen of SCREENS) {
      await show(theirs, screen, own, wordsOf(language), !covered);
      covered = screen.open !== undefined;
      await judge(theirs, screen.name, language);
    }
  });
});

test('no screen that anybody may see has one', async ({ page, browser }) => {
  test.setTimeout(600_000);
  const own = await theWorld(page);
  await inEachLanguage(browser, async (theirs, language) => {
    for (const screen of PUBLIC_SCREENS) {
      await show(theirs, screen, own, wordsOf(language));
      await judge(theirs, screen.name, language);
    }
  });
});
