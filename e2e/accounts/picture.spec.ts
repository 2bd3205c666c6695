import type { Locator } from '@playwright/test';
import { expect, expectAccessible, type Page, signUp, test } from '../kit.ts';

// A trace reads the addresses of pictures in the page's memory again, which our policy refuses, and says so in the console.
test.use({ trace: 'off' });

/** A picture as a person has one on the disk. */
async function pictureFile(page: Page) {
  const answer = await page.request.get('/pictures/mug_sage_sand_hero-1200.webp');
  return { name: 'me.webp', mimeType: 'image/webp', buffer: await answer.body() };
}
const chooser = (page: Page) => page.locator('input[type=file]');
const inMenu = (page: Page) => page.getByRole('button', { name: 'Your account' }).locator('img');
const widthOf = (image: Locator) => image.evaluate((one: HTMLImageElement) => one.naturalWidth);

/** Notes what files the page sends: their type and the size of the picture in them. */
async function listenForFiles(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const { fetch } = window;
    const sent: Promise<string>[] = [];
    Object.assign(window, { sent });
    window.fetch = (input, init) => {
      const { body } = init ?? {};
      if (body instanceof Blob)
        sent.push(createImageBitmap(body).then(({ width, height }) => `${body.type} ${width}x${height}`));
      return fetch(input, init);
    };
  });
  return () => page.evaluate(() => Promise.all((window as unknown as { sent: Promise<string>[] }).sent));
}

test('an owner sets a picture, cut by hand, sees it in the menu and in the team, and takes it away', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/app/setting/account');
  const card = page.getByRole('region', { name: 'Profile', exact: true });
  await expect(card.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  await expect(inMenu(page)).toHaveCount(0);

  const file = await pictureFile(page);
  await chooser(page).setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  const frame = dialog.getByRole('group', { name: 'Crop area: move it with the arrow keys' });
  await expect(frame).toBeVisible();
  await expectAccessible(page);
  // A square in the middle at nine tenths of the width; by the keys it moves and its corner makes it smaller.
  const before = await frame.boundingBox();
  const whole = await dialog.locator('.ReactCrop').boundingBox();
  expect((before?.width ?? 0) / (whole?.width ?? 1)).toBeCloseTo(0.9, 1);
  await frame.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await frame.boundingBox())?.x).toBeGreaterThan(before?.x ?? 0);
  await dialog.getByRole('button', { name: 'Bottom right corner' }).focus();
  await page.keyboard.press('Control+ArrowUp');
  await expect.poll(async () => (await frame.boundingBox())?.width).toBeLessThan(before?.width ?? 0);

  const sent = await listenForFiles(page);
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Picture saved.')).toBeVisible();
  await expect(dialog).toBeHidden();
  // B153, B158: a JPEG is sent, however the file came, and a square fills its 300 pixels.
  expect(await sent()).toEqual(['image/jpeg 300x300']);

  await page.reload();
  await expect(inMenu(page)).toBeVisible();
  await expect.poll(() => widthOf(inMenu(page))).toBe(300);
  await expect(card.locator('img')).toHaveAttribute('src', /^\/api\/files\/account-picture\//);
  await page.goto('/app/setting/team');
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada Byron' }).locator('img')).toBeVisible();

  await page.goto('/app/setting/account');
  await card.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Picture removed.')).toBeVisible();
  await expect(inMenu(page)).toHaveCount(0);
  await page.reload();
  await expect(card.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Your account' })).toHaveText(/^AB/);
});

test('a file that is too large or no picture is refused in words, before anything is sent', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/setting/account');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url());
  });
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    chooser(page).setInputFiles({ name, mimeType, buffer });
  await choose('huge.jpg', 'image/jpeg', Buffer.alloc(5 * 1024 * 1024 + 1));
  await expect(page.getByText('The file is larger than 5 MB. Choose a smaller one.')).toBeVisible();
  const noPicture = page.getByText('We can’t read this image.', { exact: false });
  await choose('drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(noPicture).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The next one is a picture, and the words are gone.
  await chooser(page).setInputFiles(await pictureFile(page));
  await expect(page.getByRole('dialog', { name: 'Crop your picture' })).toBeVisible();
  await expect(noPicture).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Its name says PNG; it opens as nothing.
  await choose('notes.png', 'image/png', Buffer.from('these are notes'));
  await expect(noPicture).toBeVisible();
  expect(sent).toEqual([]);
});

test('B131, B155: a free piece is sent in its own shape, a click makes a frame, and what fails is said', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/app/setting/account');
  await chooser(page).setInputFiles(await pictureFile(page));
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  const frame = dialog.getByRole('group', { name: /^Crop area/ });
  await expect(frame).toBeVisible();
  await dialog.getByText('Free', { exact: true }).click();
  const whole = await dialog.locator('.ReactCrop').boundingBox();
  await expect.poll(async () => ((await frame.boundingBox())?.width ?? 0) / (whole?.width ?? 1)).toBeCloseTo(0.96, 2);
  // A corner dragged up: a wide piece, which is sent as wide as it is.
  const frameNow = await frame.boundingBox();
  const corner = { x: (frameNow?.x ?? 0) + (frameNow?.width ?? 0), y: (frameNow?.y ?? 0) + (frameNow?.height ?? 0) };
  await page.mouse.move(corner.x - 2, corner.y - 2);
  await page.mouse.down();
  await page.mouse.move(corner.x - 2, corner.y - (frameNow?.height ?? 0) / 2, { steps: 4 });
  await page.mouse.up();
  const sent = await listenForFiles(page);
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(dialog).toBeHidden();
  expect((await sent())[0]).toMatch(/^image\/jpeg 300x1[45]\d$/);

  await chooser(page).setInputFiles(await pictureFile(page));
  await expect(frame).toBeVisible();
  // A click beside the frame, where nothing was dragged: a frame of 100 by 100.
  const stage = await dialog.locator('.ReactCrop').boundingBox();
  await page.mouse.click((stage?.x ?? 0) + 2, (stage?.y ?? 0) + 2);
  await expect.poll(async () => Math.round((await frame.boundingBox())?.width ?? 0)).toBe(100);

  await page.evaluate(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await frame.focus();
  await page.keyboard.press('ArrowDown');
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/^Your browser doesn’t have enough memory to crop the picture\./);
});
