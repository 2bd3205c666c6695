import { expect, expectAccessible, signIn, signUp, test } from '../kit.ts';

/** An owner invites a viewer; who follows the link, makes an account, looks and may change nothing; then he is out. */
test('a member comes in by a link, sees what his role lets him, and is out at the next request', async ({
  page,
  browser,
  quiet,
}) => {
  void quiet;
  await signIn(page);
  await page.goto('/app/setting/team');
  await page.getByRole('button', { name: 'Invite' }).click();
  const email = `viewer-${process.pid}-${Date.now()}@example.com`;
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=email]').fill(email);
  await dialog.getByRole('radio', { name: /^Viewer/ }).check();
  await dialog.getByRole('button', { name: 'Send invite' }).click();
  const link = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(new URL(link).pathname);
  await expect(guest.getByRole('heading', { name: 'You’re invited' })).toBeVisible();
  await expectAccessible(guest);
  await guest.getByRole('link', { name: 'Create an account' }).click();
  await guest.locator('[name=first_name]').fill('Vera');
  await guest.locator('[name=last_name]').fill('Looks');
  await guest.locator('[name=email]').fill(email);
  await guest.locator('[name=password]').fill('a good long password');
  await guest.locator('button[type=submit]').click();
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(guest).toHaveURL(/\/app$/);

  await guest.goto('/app/channel');
  const connect = guest.getByRole('button', { name: 'Connect a store' }).first();
  await expect(connect).toHaveAttribute('aria-disabled', 'true');
  // Why not, and who can do it.
  await expect(connect).toHaveAttribute(
    'title',
    /^Your role \(Viewer\) doesn’t include “Connect a store”\. Ask Demo Owner/,
  );
  await expect(guest.getByRole('link', { name: 'Wallet' })).toHaveCount(0);
  await guest.goto('/app/setting/workspace');
  await expect(guest.getByText(/^Your role \(Viewer\) doesn’t include .* Ask Demo Owner/).first()).toBeVisible();

  // What he may not see says so, without a button that cannot help.
  await guest.goto('/app/setting/wallet');
  await expect(guest.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
  await expect(guest.getByText(/^Your role \(Viewer\) doesn’t allow this\. Ask Demo Owner/)).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Try again' })).toHaveCount(0);

  await expect(page.getByText('Vera Looks')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'Vera Looks' });
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  // What he opens next is in his own workspace; the first answer that says so may lead him Home before he opens it.
  await expect(async () => {
    await guest.goto('/app/setting/workspace');
    await expect(guest.locator('[name=name]')).toHaveValue("Vera's workspace", { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(guest.getByText('Owned by')).toHaveCount(0);
});

test('a member leaves a workspace by himself, and works in his own from then on', async ({ page, browser, quiet }) => {
  void quiet;
  await signIn(page);
  await page.goto('/app/setting/team');
  await page.getByRole('button', { name: 'Invite' }).click();
  const email = `leaver-${process.pid}-${Date.now()}@example.com`;
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=email]').fill(email);
  await dialog.getByRole('radio', { name: /^Buyer/ }).check();
  await dialog.getByRole('button', { name: 'Send invite' }).click();
  const link = await dialog.locator('code').innerText();
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(new URL(link).pathname);
  await guest.getByRole('link', { name: 'Create an account' }).click();
  await guest.locator('[name=first_name]').fill('Leo');
  await guest.locator('[name=last_name]').fill('Leaves');
  await guest.locator('[name=email]').fill(email);
  await guest.locator('[name=password]').fill('a good long password');
  await guest.locator('button[type=submit]').click();
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(guest).toHaveURL(/\/app$/);

  await guest.goto('/app/setting/workspace');
  await guest.getByRole('button', { name: 'Leave', exact: true }).click();
  await expectAccessible(guest);
  await guest.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(guest.locator('[name=name]')).toHaveValue("Leo's workspace");
  await expect(guest.getByRole('button', { name: 'Leave', exact: true })).toHaveCount(0);
});

test('an owner makes a second workspace, works in it, and deletes it', async ({ page, quiet }) => {
  void quiet;
  await signUp(page);
  await page.goto('/app/setting/workspace');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New workspace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=name]').fill('Garden');
  await dialog.getByRole('button', { name: 'Create workspace' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Garden' });
  await row.getByRole('button', { name: 'Switch' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/setting/workspace');
  await expect(page.locator('[name=name]')).toHaveValue('Garden');
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('what was done is found in the trail, and a token is shown once', async ({ page, quiet }) => {
  void quiet;
  await signUp(page);
  await page.goto('/app/setting/api-tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=name]').fill('Nightly');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await dialog.locator('code').innerText();
  expect(token).toMatch(/^qst_/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Nightly')).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
  await expectAccessible(page);
  const answer = await page.request.get('/api/orders/v5/list', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(200);

  await page.goto('/app/setting/audit');
  const entry = page.getByRole('listitem').filter({ hasText: 'Nightly' });
  await entry.getByRole('button', { name: 'Added 1 API token' }).click();
  await expect(entry).toContainText('Create and revoke API tokens');
  await expect(entry.getByRole('rowheader', { name: 'Last characters' })).toHaveAttribute('title', 'tail');
  await expect(entry.getByRole('row', { name: 'Permissions' })).toContainText('View orders and sales figures');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^quayside-audit-.*\.csv$/);
});

test('a lister is asked for nothing behind his back that he may not see', async ({ page, browser, quiet }) => {
  void quiet;
  await signIn(page);
  await page.goto('/app/setting/team');
  await page.getByRole('button', { name: 'Invite' }).click();
  const email = `lister-${process.pid}-${Date.now()}@example.com`;
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=email]').fill(email);
  await dialog.getByRole('radio', { name: /^Lister/ }).check();
  await dialog.getByRole('button', { name: 'Send invite' }).click();
  const link = await dialog.locator('code').innerText();
  const guest = await (await browser.newContext()).newPage();
  const refused: string[] = [];
  guest.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
  await guest.goto(new URL(link).pathname);
  await guest.getByRole('link', { name: 'Create an account' }).click();
  await guest.locator('[name=first_name]').fill('Lea');
  await guest.locator('[name=last_name]').fill('Lists');
  await guest.locator('[name=email]').fill(email);
  await guest.locator('[name=password]').fill('a good long password');
  await guest.locator('button[type=submit]').click();
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(guest).toHaveURL(/\/app$/);

  // A page of its own, too: the workspace of last time is known there before the account is.
  const counted = guest.waitForResponse(/center\/products\/count/);
  const known = guest.waitForResponse(/auth\/account$/);
  await guest.goto('/app');
  await Promise.all([counted, known]);
  await expect(guest.getByRole('link', { name: 'Product center' })).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Orders', exact: true })).toHaveCount(0);
  expect(refused).toEqual([]);
});

test('a page of operators says how to become one', async ({ page }) => {
  const email = await signUp(page);
  await page.goto('/app/outbox');
  await expect(page.getByText('Only the operators of this installation can open this page.')).toBeVisible();
  const line = page.getByText(`QUAYSIDE_OPERATORS=${email}`);
  await expect(line).toBeHidden();
  await page.getByText('Details', { exact: true }).click();
  await expect(line).toBeVisible();
});
