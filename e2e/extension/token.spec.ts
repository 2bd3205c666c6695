import { withExtension } from '../extension.ts';
import { expect, signIn, test } from '../kit.ts';

test('B009, B049: the extension of this installation is told the sign-in and its end', async ({ page }) => {
  const extension = await withExtension(page);
  await signIn(page);
  await expect.poll(() => extension.messages).toHaveLength(1);
  const [told] = extension.messages;
  expect(told).toMatchObject({ type: 'TOKEN_UPDATE', language: 'en' });
  expect(String(told?.token)).not.toBe('');
  expect(String(told?.workplace_id)).toMatch(/^[0-9a-f-]{36}$/);
  expect([...extension.browser.kept.keys()]).toEqual(['session:sign_in', 'local:language']);
  await page.goto('/signout');
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => [...extension.browser.kept.keys()]).toEqual(['local:pages']);
});
