import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type APIResponse,
  type Browser,
  test as base,
  expect,
  type Frame,
  type Locator,
  type Page,
  type TestInfo,
} from '@playwright/test';
import { E2E } from './playwright.config.ts';

/** The demo account that the sandbox makes. */
export const DEMO = { email: 'demo@quayside.test', password: 'quayside-demo' };

/** How much of a text attachment Playwright's reporter prints. */
const PRINTED = 300;

/** Has the report of a failed test print what its page shows in front: dialogs, panels and messages, where the reason stands. */
async function attachShown(page: Page, info: TestInfo): Promise<void> {
  const inFront = page.locator('[role=dialog], [role=alert], [role=status], aside').filter({ visible: true });
  const texts = await inFront.allInnerTexts().catch((error: Error) => [error.message]);
  const shown = texts
    .join(' / ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 4 * PRINTED);
  for (let at = 0; at < shown.length; at += PRINTED)
    await info.attach('shown', { body: shown.slice(at, at + PRINTED), contentType: 'text/plain' });
}

/**
 * Fails a test when the page says an error in its console or throws. What other people of the test had open is closed after it:
 * their pages would go on listening to the server and drawing.
 */
export const test = base.extend<{ quiet: undefined }>({
  quiet: [
    async ({ page, browser }, use, info) => {
      const said: string[] = [];
      page.on('pageerror', (error) => said.push(error.message));
      page.on('console', (message) => {
        // A refused call is part of many flows and is shown by the browser as an error line of its own.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) said.push(message.text());
      });
      await use(undefined);
      if (info.status !== info.expectedStatus) await attachShown(page, info);
      const others = browser.contexts().filter((one) => one !== page.context());
      await Promise.all(others.map((one) => one.close()));
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
});
export type { APIRequestContext, Browser, Frame, FrameLocator, Locator, Page } from '@playwright/test';
export { expect };

type Credentials = typeof DEMO;

/** Signs a person in through the page; ends on the first screen. */
export async function signInByForm(page: Page, who: Credentials = DEMO): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').or(page.locator('[name=email]')).first().fill(who.email);
  await page.locator('[name=password]').fill(who.password);
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/app/);
}

const SESSION = 'quayside_token';

/** Stores the session of a sign-in response, as the forms do, without loading a page. Returns the account's id. */
async function keepSession(page: Page, answer: APIResponse): Promise<string> {
  expect(answer.ok(), await answer.text()).toBe(true);
  const { token, user } = ((await answer.json()) as { data: { token: string; user: { id: string } } }).data;
  await page
    .context()
    .addCookies([
      { name: SESSION, value: encodeURIComponent(token), url: new URL('/', answer.url()).href, sameSite: 'Lax' },
    ]);
  return user.id;
}

/** Signs a person in. No screen is loaded: flows begin on the one that they are about. */
export async function signIn(page: Page, who: Credentials = DEMO): Promise<void> {
  await keepSession(page, await page.request.post('/api/auth/login', { data: who }));
}

/** Who runs the installation under test. */
export const OPERATOR = { email: 'operator@quayside.test', password: 'a good operator password' };

/** A page of the operator, whose account the first one claims by the link that the start printed. */
export async function operatorPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const known = await page.request.post('/api/auth/login', { data: OPERATOR });
  if (known.ok()) {
    await keepSession(page, known);
    return page;
  }
  await page.goto(E2E.claim);
  await page.locator('[name=password]').fill(OPERATOR.password);
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/app/);
  return page;
}

const PASSWORD = 'a good long password';
let people = 0;
function newPerson() {
  people += 1;
  const email = `owner-${process.pid}-${people}-${Date.now()}@example.com`;
  return { first_name: 'Ada', last_name: 'Byron', email, password: PASSWORD };
}

/** Signs up a new user through the form and goes to Home. Returns the email. */
export async function signUpByForm(page: Page): Promise<string> {
  const person = newPerson();
  await page.goto('/signup');
  for (const [name, value] of Object.entries(person)) await page.locator(`[name=${name}]`).fill(value);
  await page.locator('button[type=submit]').click();
  // The first steps come first; Home is one click away.
  await expect(page).toHaveURL(/\/app\/ob-welcome$/);
  await page.locator('[data-home]').click();
  await expect(page).toHaveURL(/\/app$/);
  return person.email;
}

/** Signs up a new user without loading a page; the first steps count as seen. Returns the email. */
export async function signUp(page: Page): Promise<string> {
  const person = newPerson();
  const headers = { locale: 'en', 'time-zone': 'UTC' };
  const id = await keepSession(page, await page.request.post('/api/auth/register', { data: person, headers }));
  await read(page, `/auth/first-time-in-app?owner_id=${id}`);
  return person.email;
}

const axePlaywright = createRequire(import.meta.url).resolve('@axe-core/playwright');
const AXE = readFileSync(createRequire(axePlaywright).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * No violation that axe knows of, on the page as it stands. A fault fails the test at its end, so that one run tells all.
 *
 * @param rules only these of axe's rules.
 * @param where named beside a fault.
 */
export async function expectAccessible(
  page: Page | Frame,
  rules?: readonly string[],
  where = page.url(),
): Promise<void> {
  await expect(page.locator('h1, h2').first()).toBeVisible();
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const judge = () =>
    page.evaluate(async (only) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<Answer> } };
      const { violations } = await axe.run({
        resultTypes: ['violations'],
        // For rules about sound and turned screens: it fetches every style sheet again.
        preload: false,
        ...(only ? { runOnly: { type: 'rule', values: only } } : {}),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    }, rules);
  // Live news may change the screen under the judge's eyes: a fault is what is still there once it has come to rest.
  await expect.configure({ soft: true }).poll(judge, { message: where, timeout: 20_000 }).toEqual([]);
}

interface Answer {
  violations: { id: string; nodes: { target: string[] }[] }[];
}

interface World {
  shops: { platform: string; shop: string; name: string; address: string; admin_url: string; window_url: string }[];
}

/** The bearer token of the page's person, for calls beside the screen. */
export async function bearer(page: Page): Promise<{ authorization: string }> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === SESSION)?.value ?? (await embeddedToken(page));
  return { authorization: `Bearer ${decodeURIComponent(token)}` };
}

/** Inside a shop's admin the session is kept in the page's own storage. */
const embeddedToken = (page: Page): Promise<string> =>
  page.evaluate(
    () => Object.entries({ ...localStorage, ...sessionStorage }).find(([key]) => /token/.test(key))?.[1] ?? '',
  );

/** Reads a call's data as the page's person. */
export async function read<D>(page: Page, path: string): Promise<D> {
  const answer = await page.request.get(`/api${path}`, { headers: await bearer(page) });
  return ((await answer.json()) as { data: D }).data;
}

/** The sandbox as the page's person sees it. */
export const world = (page: Page): Promise<World> => read<World>(page, '/sandbox');

/** Makes REST keys in a sandbox WooCommerce, as its owner does in WordPress. */
export async function wooKeys(page: Page, address: string): Promise<{ consumer_key: string; consumer_secret: string }> {
  const answer = await page.request.post(`${address}/wp-admin/keys`, { data: { description: 'Quayside' } });
  return answer.json();
}

/** Connects a sandbox WooCommerce by its keys, on My channels; ends when its card says so. Answers the card. */
export async function connectByKeys(page: Page, shop: string, name: string): Promise<Locator> {
  const address = (await world(page)).shops.find((one) => one.shop === shop)?.address ?? '';
  const keys = await wooKeys(page, address);
  await page.goto('/app/channel');
  await page.getByRole('button', { name: 'Connect a store' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('WooCommerce', { exact: true }).click();
  await drawer.getByLabel('Store URL').fill(address);
  await drawer.getByLabel('Consumer key').fill(keys.consumer_key);
  await drawer.getByLabel('Consumer secret').fill(keys.consumer_secret);
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click();
  const card = page.getByRole('article', { name });
  await expect(card.getByText('Connected')).toBeVisible();
  return card;
}

/** Lets a store go on My channels, where the page is, so that the next flow can connect it. */
export async function disconnect(page: Page, name: string): Promise<void> {
  const card = page.getByRole('article', { name });
  await card.getByRole('button', { name: 'Disconnect' }).click();
  const question = page.getByRole('dialog').filter({ hasText: `Disconnect ${name}?` });
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(card).toBeHidden();
}
