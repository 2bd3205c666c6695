import { expect, expectAccessible, operatorPage, type Page, signInByForm, signUp, test } from '../kit.ts';

const NEW_PASSWORD = 'a password of the owner';

/** The link of the newest mail of a kind to somebody, as the operator reads it. */
async function linkTo(operator: Page, email: string, subject: string): Promise<string> {
  await operator.goto('/app/outbox');
  await operator
    .getByRole('row')
    .filter({ hasText: email })
    .filter({ hasText: subject })
    .first()
    .getByRole('button')
    .click();
  const link = operator.getByRole('dialog').getByRole('link').first();
  await expect(link).toBeVisible();
  return (await link.getAttribute('href')) ?? '';
}

/** Calls the API as who is signed in on a page. */
const call = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async (asked) => {
      const token = /quayside_token=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const answer = await fetch(`/api${asked.path}`, {
        method: asked.method,
        headers: { authorization: `Bearer ${decodeURIComponent(token)}`, 'content-type': 'application/json' },
        body: JSON.stringify(asked.body),
      });
      return ((await answer.json()) as { code: string }).code;
    },
    { method, path, body },
  );

test('the owner of an e-mail takes the account back and reviews what the squatter let in', async ({
  page,
  browser,
}) => {
  const squatter = await (await browser.newContext()).newPage();
  const email = await signUp(squatter);
  await squatter.goto('/app');
  const friend = await (await browser.newContext()).newPage();
  const friendEmail = await signUp(friend);
  await friend.goto('/app');
  const connect = { email, password: 'a good long password' };
  expect(await call(friend, 'POST', '/auth/account/connect', connect)).toBe('OK');
  const hook = { url: 'https://hooks.example.com/orders', is_active: true, kinds: [] };
  expect(await call(squatter, 'PUT', '/notifications/webhook', hook)).toBe('OK');

  // The mail reaches the owner, who never signed up.
  const operator = await operatorPage(browser);
  await page.goto(await linkTo(operator, email, 'Confirm your email'));
  await expect(page.getByRole('heading', { name: 'Is this your account?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await page.locator('[name=password]').fill(NEW_PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInByForm(page, { email, password: NEW_PASSWORD });
  await squatter.reload();
  await expect(squatter).toHaveURL(/\/login/);

  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Suspended access', level: 1 })).toBeVisible();
  await expect(page.getByText(friendEmail)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm all' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Confirm all' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove Webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('https://hooks.example.com/orders')).toHaveCount(0);
  await page.getByRole('button', { name: /^Confirm Ada/ }).click();
  await expect(page.getByText('Nothing is suspended')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Review' })).toHaveCount(0);
});
