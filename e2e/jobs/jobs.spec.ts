import { sendLastTry } from '../database.ts';
import { expect, expectAccessible, read, signIn, test } from '../kit.ts';

interface Account {
  id: string;
  linked_stores: { woocommerce?: { id: string; workplace_id: string; status: string }[] };
}
interface FailedJobs {
  items: { kind: string; about: Record<string, string> }[];
}

test('operators see a job that used up its tries, repeat it, and give one up', async ({ page }) => {
  await signIn(page);
  let store: NonNullable<Account['linked_stores']['woocommerce']>[number] | undefined;
  let accountId = '';
  const look = async () => {
    const account = await read<Account>(page, '/auth/account');
    accountId = account.id;
    store = account.linked_stores.woocommerce?.find((one) => one.status === 'active');
    return store !== undefined;
  };
  await expect.poll(look, { timeout: 90_000 }).toBe(true);
  // Orders that the store has never had: taking them in fails at every try.
  const [first, second] = [1, 2].map((n) => `9${Date.now()}${n}`);
  const fail = (externalOrderId: string | undefined) =>
    sendLastTry('take-order', { accountId, workplaceId: store?.workplace_id, storeId: store?.id, externalOrderId });

  await page.goto('/app/jobs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed jobs');
  const rowOf = (order: string | undefined) => page.getByRole('row').filter({ hasText: `order ${order}` });
  const known = async () =>
    (await read<FailedJobs>(page, '/operator/jobs?kind=take-order')).items.map((job) => job.about.externalOrderId);

  await test.step('it comes to the open page by itself, with what it was about and why it failed', async () => {
    await fail(first);
    await expect(rowOf(first)).toBeVisible({ timeout: 30_000 });
    await expect(rowOf(first).getByText('Order import')).toBeVisible();
    await rowOf(first).click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByText(`order ${first} not found in the store (yet)`)).toBeVisible();
    await expect(panel.getByText(store?.id ?? '')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('repeated, it leaves the list and has all its tries again', async () => {
    await page.getByRole('complementary').getByRole('button', { name: 'Retry', exact: true }).click();
    await expect(rowOf(first)).toHaveCount(0);
    await expect.poll(known).not.toContain(first);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed jobs');
    await expect(rowOf(first)).toHaveCount(0);
  });

  await test.step('given up, after a question, it is gone for good', async () => {
    await fail(second);
    await expect(rowOf(second)).toBeVisible({ timeout: 30_000 });
    await rowOf(second).click();
    await page.getByRole('complementary').getByRole('button', { name: 'Discard', exact: true }).click();
    const question = page.getByRole('dialog').filter({ hasText: 'Discard 1 job?' });
    await expect(question.getByText('This can’t be undone.')).toBeVisible();
    await question.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(rowOf(second)).toHaveCount(0);
    await expect.poll(known).not.toContain(second);
  });
});
