import { type Browser, expectAccessible, type Page, signIn, test } from '../kit.ts';
import { prepare, tidy, type World } from './prepare.ts';
import { PUBLIC_SCREENS, SCREENS, show, wordsOf } from './screens.ts';

let world: World | undefined;
test.afterAll(({ request }) => tidy(request));

/** Both directions of writing and both color schemes, each with all of axe's rules. */
const WALKS = [
  { language: 'en', colorScheme: 'light' },
  { language: 'ar', colorScheme: 'dark' },
] as const;
type Walk = (typeof WALKS)[number];

async function speak(page: Page, language: string): Promise<void> {
  await page.goto('/login');
  await page.evaluate((name) => localStorage.setItem('quayside.language', name), language);
}

async function judge(page: Page, name: string, { language, colorScheme }: Walk): Promise<void> {
  const where = `${name}, ${language}, ${colorScheme}`;
  await test.step(where, () => expectAccessible(page, undefined, where));
}

// A record of every step of hundreds would take longer than the steps.
test.use({ trace: 'off' });

async function theWorld(page: Page): Promise<World> {
  await signIn(page);
  world ??= await prepare(page);
  return world;
}

/** One walk after another would leave a core idle: a page is judged by one thread. Each has a browser context of its own. */
async function onEachWalk(browser: Browser, go: (page: Page, walk: Walk) => Promise<void>): Promise<void> {
  await Promise.all(
    WALKS.map(async (walk) => {
      const { colorScheme } = walk;
      const page = await (await browser.newContext({ colorScheme, reducedMotion: 'reduce' })).newPage();
      await speak(page, walk.language);
      await go(page, walk);
    }),
  );
}

test('no screen of a signed-in owner has a fault that axe knows of', async ({ page, browser }) => {
  test.setTimeout(1_500_000);
  const own = await theWorld(page);
  await onEachWalk(browser, async (theirs, walk) => {
    await signIn(theirs);
    let covered = true;
    for (const screen of SCREENS) {
      await show(theirs, screen, own, wordsOf(walk.language), !covered);
      covered = screen.open !== undefined;
      await judge(theirs, screen.name, walk);
    }
  });
});

test('no screen that anybody may see has one', async ({ page, browser }) => {
  test.setTimeout(600_000);
  const own = await theWorld(page);
  await onEachWalk(browser, async (theirs, walk) => {
    for (const screen of PUBLIC_SCREENS) {
      await show(theirs, screen, own, wordsOf(walk.language));
      await judge(theirs, screen.name, walk);
    }
  });
});
