import { type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { at } from './load.ts';
import { quietMachine } from './quiet.ts';
import { machineLoad, ms, type Row } from './rows.ts';
import { FRAMES, gather, INTERACTION_MS, open, SLOWER, settled, signInToDemo, slowestFrames, told } from './vitals.ts';

const VISITS = 5;
const WORK = 250;
const MOST = 2_048;

interface Detail {
  data: { variants: { variant_id: string; sku: string; option_values: string[]; position: number }[] };
}

/** Adds copies of its variants to the product that a response holds, up to the wanted number. */
async function enlarge(page: Page, count: number): Promise<void> {
  await page.route(/\/api\/center\/products\/[0-9a-f-]{36}$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as Detail;
    const own = body.data.variants;
    const variants = Array.from({ length: count }, (_one, position) => {
      const from = own[position % own.length];
      return {
        ...from,
        position,
        sku: `BENCH-${position}`,
        variant_id: `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`,
        option_values: [`Variant ${position + 1}`],
      };
    });
    await route.fulfill({ response, json: { ...body, data: { ...body.data, variants } } });
  });
}

/** Imports a product into the demo account; returns its address in the editor. */
async function editorAddress(page: Page): Promise<string> {
  await open(page, '/app/find-product?q=shirt');
  const link = page.locator('a[href*="/products-import/editor/"]').first();
  const button = page.getByRole('button', { name: /^Import / }).first();
  await link.or(button).first().waitFor({ timeout: 90_000 });
  if (!(await link.isVisible())) await button.click();
  await link.waitFor();
  return (await link.getAttribute('href')) ?? '';
}

const cell = (row: number, column: number) => `[data-index="${row}"] [data-column="${column}"] input`;

/** Works in the table as with a spreadsheet: moves, types, selects, fills down over all rows, undoes. */
async function work(page: Page): Promise<void> {
  // A person sees the cell before clicking it: the rows that come into view are drawn by then.
  await page.locator(cell(0, 0)).scrollIntoViewIfNeeded();
  await settled(page);
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  await page.locator(cell(0, 0)).click();
  for (const key of ['ArrowDown', 'ArrowDown', '7', '8', 'Enter', 'Tab']) await page.keyboard.press(key);
  await page.locator(cell(0, 0)).click();
  await page.keyboard.type('=cost*2+1.5');
  for (const key of ['Enter', 'ArrowUp', 'Control+Shift+ArrowDown', 'Control+d', 'Control+z'])
    await page.keyboard.press(key);
  // The browser reports an interaction with the frame after it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** How fast the product editor answers with many variants, and how smoothly it scrolls with the most that are allowed. */
export async function editor(url: string): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: url });
    await signInToDemo(page);
    const address = await editorAddress(page);
    await page.addInitScript(gather);
    const session: CDPSession = await page.context().newCDPSession(page);
    await enlarge(page, WORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await quietMachine();
    const slowest: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) {
      await open(page, address);
      await page.locator(cell(0, 0)).waitFor();
      await settled(page);
      await work(page);
      slowest.push(Math.max(0, ...(await told(page)).interactions));
    }
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.unrouteAll({ behavior: 'wait' });
    await enlarge(page, MOST);
    await open(page, address);
    await page.locator(cell(0, 0)).click();
    const frames = await slowestFrames(page);
    const interaction = at(
      slowest.sort((a, b) => a - b),
      0.75,
    );
    return [
      {
        what: `Product editor with ${WORK} variants: slowest interaction of a visit`,
        value: `${ms(interaction)}, p75 of ${VISITS} visits, processor slowed ${SLOWER} x (${machineLoad()})`,
        bar: `${INTERACTION_MS} ms`,
        met: interaction <= INTERACTION_MS,
      },
      {
        what: `Scrolling ${MOST.toLocaleString('en')} variants, slowest half second`,
        value: `${frames.toFixed(0)} frames a second`,
        bar: `${FRAMES}`,
        met: frames >= FRAMES,
      },
    ];
  } finally {
    await browser.close();
  }
}
