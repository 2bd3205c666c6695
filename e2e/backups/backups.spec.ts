import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Installation, installBehindHttps } from '../installation.ts';
import { expect, expectAccessible, type Page, test } from '../kit.ts';

const OPERATOR = 'keeper@example.com';
const PASSWORD = 'a good long password';

const folder = mkdtempSync(join(tmpdir(), 'quayside-backups-'));
const backups = join(folder, 'backups');
let here: Installation;
test.beforeAll(async () => {
  chmodSync(folder, 0o755);
  here = await installBehindHttps({
    QUAYSIDE_SANDBOX: 'off',
    QUAYSIDE_RATES_URL: 'off',
    QUAYSIDE_OPERATORS: OPERATOR,
    QUAYSIDE_BACKUP_DIR: backups,
    QUAYSIDE_BACKUP_AT: '02:30',
    QUAYSIDE_BACKUP_KEEP: '7',
    QUAYSIDE_BACKUP_WAL_MINUTES: '1',
    QUAYSIDE_BACKUP_PASSPHRASE: 'correct horse battery staple',
  });
});
test.afterAll(async () => {
  await here?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const runs = (page: Page, state: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: state });

test('an operator sees the daily backup, makes one, and reads why one failed', async ({ browser }) => {
  test.setTimeout(300_000);
  const slow = { timeout: 90_000 };
  const context = await browser.newContext({ baseURL: here.url, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(await here.claim());
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/app/);

  await test.step('the backup of today, which was missed, is made and verified', async () => {
    await page.goto('/app/backups');
    await expect(page.getByText(/^Daily at 02:30 UTC to .*backups.*\. The latest 7 backups are kept\.$/)).toBeVisible();
    await expect(runs(page, 'Verified')).toHaveCount(1, slow);
    await expect(runs(page, 'Verified')).toContainText(/[\d,]+ rows compared/);
  });

  await test.step('any moment since can be restored', async () => {
    await expect(page.getByText(/^Point in time: any moment from .* to .* can be restored/)).toBeVisible(slow);
  });

  await test.step('another one is made at a click', async () => {
    const button = page.getByRole('button', { name: 'Back up now' });
    await button.click();
    await expect(page.getByText('A backup is running.')).toBeVisible(slow);
    await expect(button).toBeDisabled();
    await expect(runs(page, 'Verified')).toHaveCount(2, slow);
    await expect(button).toBeEnabled();
    await expectAccessible(page);
  });

  await test.step('a folder that can not be written to is named', async () => {
    renameSync(backups, `${backups}-unmounted`);
    writeFileSync(backups, '');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect(runs(page, 'Failed')).toContainText(`The backup folder ${backups} can't be created (EEXIST).`, slow);
    await expect(page.getByText('The last backup failed. It is repeated every hour.')).toBeVisible();
    // The log is in the same folder, and says so within its minute.
    await expect(page.getByText(/^The folder .* is missing: mount the backup folder/)).toBeVisible(slow);
    await expectAccessible(page);
    await page.goto('/app');
    await page.getByRole('status').getByRole('link', { name: 'Review' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Backups');
  });

  await test.step('it works again once the folder is back', async () => {
    rmSync(backups);
    renameSync(`${backups}-unmounted`, backups);
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect(runs(page, 'Verified')).toHaveCount(3, slow);
    await expect(page.getByText('The last backup failed. It is repeated every hour.')).toBeHidden();
    await expect(page.getByText(/is missing: mount the backup folder/)).toBeHidden(slow);
  });
});
