import { bearer, expect, expectAccessible, type Page, read, signUp, test } from '../kit.ts';

interface Me {
  workplaces: { id: string; is_own: boolean }[];
}

/** Has a person join a workspace as its manager, and look at it from then on. */
async function joins(owner: Page, manager: Page, email: string): Promise<string> {
  const own = (await read<Me>(owner, '/auth/account')).workplaces.find((one) => one.is_own)?.id ?? '';
  const invited = await owner.request.post('/api/team/invitations', {
    headers: { ...(await bearer(owner)), 'workplace-id': own },
    data: { email, role: 'manager', store_ids: null },
  });
  const { data } = (await invited.json()) as { data: { link: string } };
  await manager.goto(new URL(data.link).pathname);
  await manager.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(manager).toHaveURL(/\/app$/);
  return own;
}

test('an owner hands his workspace over to a manager, who declines first and then accepts', async ({
  page,
  browser,
}) => {
  await signUp(page);
  const other = await (await browser.newContext()).newPage();
  const email = await signUp(other);
  const workspace = await joins(page, other, email);

  const offer = async (): Promise<void> => {
    const row = page.getByRole('listitem').filter({ hasText: email });
    await row.getByRole('button', { name: 'Transfer ownership' }).click();
    const asked = page.getByRole('dialog');
    await expect(asked).toContainText('Their plan and wallet pay from then on');
    await asked.getByRole('button', { name: 'Offer ownership' }).click();
    await expect(asked).toBeHidden();
  };
  await page.goto('/app/setting/team');
  await offer();
  const given = page.getByRole('region', { name: 'Transfer ownership' });
  await expect(given).toContainText('You offered this workspace to');
  await expectAccessible(page);

  await other.goto('/app/setting/team');
  const got = other.getByRole('region', { name: 'Transfer ownership' });
  await expect(got).toContainText('your plan and wallet pay for it');
  await expectAccessible(other);
  await got.getByRole('button', { name: 'Decline' }).click();
  await expect(got).toBeHidden();
  // Its owner sees it without asking.
  await expect(given).toBeHidden();

  await offer();
  await expect(got).toBeVisible();
  await got.getByRole('button', { name: 'Accept' }).click();
  await expect(got).toBeHidden();
  await expect.poll(async () => ownerOf(other, workspace)).toBe(true);
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: '(you)' })).toContainText('Manager');
  expect(await ownerOf(page, workspace)).toBe(false);
});

const ownerOf = async (page: Page, workspace: string): Promise<boolean> =>
  (await read<Me>(page, '/auth/account')).workplaces.some((one) => one.id === workspace && one.is_own);
