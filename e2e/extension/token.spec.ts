import { withExtension } from '../extension.ts';
import { bearer, expect, type Page, signIn, signUp, test } from '../kit.ts';

test('B009, B049: the extension of this installation is told the sign-in and its end', async ({ page }) => {
  const extension = await withExtension(page);
  await signIn(page);
  await page.goto('/app');
  await expect.poll(() => extension.messages).toHaveLength(1);
  const [told] = extension.messages;
  expect(told).toMatchObject({ type: 'TOKEN_UPDATE', language: 'en' });
  expect(String(told?.token)).not.toBe('');
  for (const id of [told?.workplace_id, told?.account_id]) expect(String(id)).toMatch(/^[0-9a-f-]{36}$/);
  expect([...extension.browser.kept.keys()]).toEqual(['local:account_id', 'session:sign_in', 'local:language']);
  await page.goto('/signout');
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => [...extension.browser.kept.keys()]).toEqual([]);
});

/** Ways in which a session ends beside the menu; the others are found by end-session.test.ts. */
const ENDS: Record<string, (page: Page) => Promise<void>> = {
  'sign out everywhere': async (page) => {
    await page.goto('/app/setting/account');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  },
  'the server has ended it': async (page) => {
    await page.request.post('/api/auth/logout', { headers: await bearer(page), data: {} });
    await page.goto('/app/orders');
  },
};
test('B048: with the end of a session, however it ends, the extension forgets the shoppers', async ({ page }) => {
  const extension = await withExtension(page);
  await signUp(page);
  await page.goto('/app');
  for (const [name, end] of Object.entries(ENDS)) {
    if (!/\/app/.test(page.url())) {
      await signUp(page);
      await page.goto('/app');
    }
    await expect.poll(() => extension.browser.kept.has('session:sign_in'), name).toBe(true);
    await extension.browser.write('local', 'orders', [{ order: { name: '#1001' }, openedAt: Date.now() }]);
    await end(page);
    await expect(page, name).toHaveURL(/\/login/);
    expect([...extension.browser.kept.keys()], name).toEqual([]);
  }
});

test('B048: someone else who signs in on this browser finds nothing of the person before', async ({ page }) => {
  const extension = await withExtension(page);
  await signUp(page);
  await page.goto('/app');
  await expect.poll(() => extension.browser.kept.has('local:account_id')).toBe(true);
  const before = extension.browser.kept.get('local:account_id');
  await extension.browser.write('local', 'orders', [{ order: { name: '#1001' }, openedAt: Date.now() }]);
  // The session is lost without any page that could say so.
  await page.context().clearCookies();
  await signUp(page);
  await page.goto('/app');
  await expect.poll(() => extension.browser.kept.get('local:account_id') ?? before).not.toBe(before);
  expect(extension.browser.kept.has('local:orders')).toBe(false);
});
