import { gunzipSync } from 'node:zlib';
import { onDatabase, sendLastTry } from '../database.ts';
import { expect, expectAccessible, signIn, test } from '../kit.ts';
import { orderFromShopper, post, quotedCost } from '../orders.ts';

test('orders placed one after the other are one row of the activity log, which opens to their entries', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  const orders = [await orderFromShopper(page, request), await orderFromShopper(page, request)];
  const [first, second] = orders.map((one) => one.name) as [string, string];
  for (const { id } of orders) await quotedCost(page, id);
  for (const { id } of orders) await post(page, '/orders/v5/create', { orders: [{ order_id: id }] });
  await page.goto('/app/setting/audit');
  const toggle = page.getByRole('button', { name: /^Placed \d+ orders$/ }).first();
  const act = page.getByRole('list').locator('> li').filter({ has: toggle });
  await expect(act.getByRole('link', { name: first })).toBeVisible();
  await expect(act.getByRole('link', { name: second })).toBeVisible();

  await test.step('it opens by keyboard to entries that each lead to their order', async () => {
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.press('Enter');
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    const entries = act.getByRole('listitem');
    await expect(entries.filter({ hasText: 'Supplier order: Added' }).first()).toBeVisible();
    expect(await entries.count()).toBeGreaterThanOrEqual(6);
    expect(await entries.getByRole('link').count()).toBe(await entries.count());
    const changed = entries.filter({ hasText: second }).getByRole('button', { name: 'Order: Changed' }).first();
    await changed.press('Enter');
    await expect(act.getByRole('row', { name: 'Placement' })).toContainText('Placing');
    await expectAccessible(page);
  });

  await test.step('a search narrows the row to what matches', async () => {
    await page.getByLabel('Search by name').fill(first);
    const found = page.getByRole('listitem').filter({ hasText: first });
    await expect(found.getByRole('button', { name: 'Placed 1 order', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: second })).toHaveCount(0);
    await page.getByRole('link', { name: first, exact: true }).click();
    await expect(page.getByRole('complementary', { name: first })).toBeVisible();
  });
});

test('months that are older than the limit are files, which the owner downloads', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await onDatabase((client) =>
    client.query(`insert into audit_entry (workplace_id, at, actor_kind, actor_id, actor_name, action, entity, entity_id, change)
      select workplace_id, '2020-02-03', 'member', 'e2e', 'Ada', 'POST /x', 'product', 'from-2020', 'changed' from workplace`),
  );
  await sendLastTry('export-history', {});
  const card = page.getByRole('region', { name: 'Older history' });
  const row = card.getByRole('listitem').filter({ hasText: 'Activity log · February 2020' });
  await expect(async () => {
    await page.goto('/app/setting/audit');
    await expect(row).toContainText('1 entry', { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(card).toContainText('Activity log: 24 months');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await row.getByRole('link', { name: 'Download: Activity log · February 2020' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('audit-2020-02.csv.gz');
  const parts: Buffer[] = [];
  for await (const part of await file.createReadStream()) parts.push(part as Buffer);
  expect(gunzipSync(Buffer.concat(parts)).toString()).toContain('from-2020');
});
