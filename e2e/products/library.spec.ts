import { expect, expectAccessible, type Locator, type Page, signUp, test } from '../kit.ts';

const MB = 1024 * 1024;

/** A PNG in one color, drawn by the browser. */
async function png(page: Page, color: string): Promise<Buffer> {
  const url = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 480];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = fill;
    context.fillRect(0, 0, 640, 480);
    return canvas.toDataURL('image/png');
  }, color);
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><script>alert(1)</script>
  <rect width="60" height="40" fill="#d9a441"/></svg>`;

const tile = (library: Locator, name: string) => library.getByRole('button', { name, exact: false });

test('images are uploaded into the library, chosen for a product, cropped and deleted', async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page);
  await page.goto('/app/find-product?q=mug');
  const importButton = page.getByRole('button', { name: /^Import / }).first();
  await expect(importButton).toBeVisible({ timeout: 90_000 });
  const name = ((await importButton.getAttribute('aria-label')) ?? '').replace(/^Import /, '');
  await importButton.click();
  await page.getByRole('link', { name: `Imported: edit ${name}`, exact: true }).click();
  const library = page.getByRole('dialog', { name: 'Image library' });
  const done = library.getByRole('button', { name: 'Done', exact: true });
  const galleries = library.getByRole('tab', { name: /^Galleries/ });
  const pictures = page.getByRole('button', { name: /^(Main picture, |Picture )\d+ of / });
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(name);
  const before = await pictures.count();

  await test.step('B199, B200, B265: files are uploaded, and others are refused by name', async () => {
    await page.getByRole('button', { name: 'Add picture' }).click();
    await expect(galleries).toHaveText('Galleries 0');
    await expect(library.getByRole('tab', { name: /^Product \d+$/ })).toBeVisible();
    await expect(done).toBeDisabled();
    await library.locator('input[type=file]').setInputFiles([
      { name: 'green.png', mimeType: 'image/png', buffer: await png(page, '#2a7f62') },
      { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) },
      { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
      { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * MB + 1) },
      { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html><title>No image</title>') },
    ]);
    const uploads = library.getByRole('region', { name: 'Uploads' });
    await expect(uploads.getByText('2 files weren’t uploaded')).toBeVisible();
    await expect(uploads.getByText('Larger than 2 MB')).toBeVisible();
    await expect(uploads.getByText('“page.png” isn’t a JPG, PNG, SVG, HEIC or WebP image.')).toBeVisible();
    await expect(library.getByText('1 file was skipped.', { exact: false })).toBeVisible();
    await expect(galleries).toHaveText('Galleries 2');
    const columns = await library
      .getByRole('list')
      .first()
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns);
    // B322
    for (const width of columns.split(' ')) expect(Number.parseFloat(width)).toBeGreaterThanOrEqual(200);
    await uploads.getByRole('button', { name: 'Close' }).click();
    await expect(uploads).toBeHidden();
    await expectAccessible(page);
  });

  await test.step('B267: a URL is needed, and an address of this network is refused', async () => {
    const add = library.getByRole('button', { name: 'Add from URL' });
    const url = library.getByRole('textbox', { name: 'Image URL' });
    await url.fill('   ');
    await expect(add).toBeDisabled();
    await url.fill('  http://10.0.0.1/cup.png ');
    await add.click();
    await expect(library.getByText('This is a private address.', { exact: false })).toBeVisible();
    await expect(library.getByText('1 file wasn’t uploaded')).toBeVisible();
  });

  await test.step('B268: a chosen image goes into the product, and a second click takes the choice back', async () => {
    await tile(library, 'green.png').click();
    await expect(done).toBeEnabled();
    await tile(library, 'green.png').click();
    await expect(done).toBeDisabled();
    await tile(library, 'green.png').focus();
    await page.keyboard.press('Space');
    await done.click();
    await expect(library).toBeHidden();
    await expect(pictures).toHaveCount(before + 1);
  });

  await test.step('B270: photos go straight into the product, large ones in parts, and nothing where one is not supported', async () => {
    const section = page.getByRole('region', { name: 'Pictures' });
    const small = { name: 'small.png', mimeType: 'image/png', buffer: await png(page, '#c33') };
    const gif = { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') };
    await section.locator('input[type=file]').setInputFiles([small, gif]);
    await expect(section.getByText('File "a.gif" is not supported.')).toBeVisible();
    await expect(pictures).toHaveCount(before + 1);
    const large = Buffer.concat([small.buffer, Buffer.alloc(9 * MB)]);
    await section.locator('input[type=file]').setInputFiles([{ ...small, name: 'large.png', buffer: large }]);
    await expect(section.getByText('File uploaded')).toBeVisible();
    await expect(pictures).toHaveCount(before + 2);
  });

  await test.step('a variant takes one too, and both are saved', async () => {
    await page
      .getByRole('button', { name: /^Picture of / })
      .first()
      .click();
    await page.getByRole('button', { name: 'Choose from library' }).click();
    await tile(library, 'logo.svg').click();
    await done.click();
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect(page.getByRole('button', { name: 'Saved' }).first()).toBeVisible();
    await page.reload();
    await expect(pictures).toHaveCount(before + 2);
  });

  await test.step('B154, B156: a crop becomes a new image', async () => {
    await page.getByRole('button', { name: 'Add picture' }).click();
    await expect(library.getByRole('tab', { name: /^Product/ })).toBeVisible();
    await expect(tile(library, 'green.png')).toHaveAttribute('aria-disabled', 'true');
    await tile(library, 'logo.svg').click();
    await library.getByRole('button', { name: 'Crop' }).click();
    await page.getByRole('dialog', { name: 'Crop image' }).getByRole('button', { name: 'Save as new image' }).click();
    await expect(library.getByText('File uploaded')).toBeVisible();
    await expect(tile(library, 'logo-cropped.webp')).toHaveAttribute('aria-pressed', 'true');
    // 90% of the width of a picture of 1200 by 800, at 16:9.
    await expect(tile(library, 'logo-cropped.webp')).toContainText('1,080 × 608');
  });

  await test.step('images are deleted together, but for those that a product uses', async () => {
    await tile(library, 'logo.svg').click();
    await expect(library.getByText('2 selected')).toBeVisible();
    await library.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog', { name: 'Delete 2 images?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(library.getByText(`“logo.svg” is used by ${name}.`, { exact: false })).toBeVisible();
    await expect(galleries).toHaveText('Galleries 3');
    await expect(tile(library, 'logo-cropped.webp')).toBeHidden();
  });
});
