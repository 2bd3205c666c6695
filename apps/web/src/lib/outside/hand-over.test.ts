import type { ExtensionAnswer, PageToSave } from '@quayside/contracts/extension-messages.ts';
import { beforeEach, expect, it } from 'vitest';
import { NOT_INSTALLED } from './extension.ts';
import { handOver } from './hand-over.ts';

const page = (id: string): PageToSave => ({
  id,
  address: `https://shop.example/${id}`,
  title: id,
  picture_url: null,
  price: null,
  saved_at: '2026-01-01T00:00:00Z',
});

/** An extension's saved pages and a server's received ones; each may fail now and then. */
let kept: PageToSave[];
let arrived: string[];
let asks: number;
let failAsk: (time: number) => ExtensionAnswer<'DATA_MIGRATION'> | typeof NOT_INSTALLED | undefined;
let save: (pages: PageToSave[]) => Promise<string[]>;
beforeEach(() => {
  kept = [page('a'), page('b')];
  arrived = [];
  asks = 0;
  failAsk = () => undefined;
  save = async (pages) => {
    for (const { id } of pages) if (!arrived.includes(id)) arrived.push(id);
    return pages.map((one) => one.id);
  };
});
const start = () =>
  handOver({
    async ask(taken) {
      asks += 1;
      const failed = failAsk(asks);
      if (failed) return failed;
      kept = kept.filter((one) => !taken.includes(one.id));
      return { ok: true, data: { pages: kept } };
    },
    save: (pages) => save(pages),
  });

it('C323: takes over what was saved while nobody was signed in, and says that it arrived', async () => {
  await start();
  expect([arrived, kept]).toEqual([['a', 'b'], []]);
});

it('asks once and no more where nothing was saved', async () => {
  kept = [];
  save = () => Promise.reject(new Error('nothing is to be saved'));
  await start();
  expect(asks).toBe(1);
});

it('B010: an extension that does not answer, or refuses, is left alone', async () => {
  for (const answer of [NOT_INSTALLED, { ok: false, problem: 'bad_request' }] as const) {
    failAsk = () => answer;
    await start();
    expect([arrived, kept.length]).toEqual([[], 2]);
  }
});

it('loses nothing where the server cannot be reached, and goes on with the next start', async () => {
  const works = save;
  save = () => Promise.reject(new Error('the network is away'));
  await expect(start()).rejects.toThrow();
  expect([arrived, kept.length, asks]).toEqual([[], 2, 1]);
  save = works;
  await start();
  expect([arrived, kept]).toEqual([['a', 'b'], []]);
});

it('has nothing twice where the word that it arrived is lost', async () => {
  failAsk = (time) => (time === 2 ? NOT_INSTALLED : undefined);
  await start();
  expect([arrived, kept.length]).toEqual([['a', 'b'], 2]);
  await start();
  expect([arrived, kept]).toEqual([['a', 'b'], []]);
});

it('leaves with the extension what there is no room for', async () => {
  save = (pages) => Promise.resolve(pages.map((one) => one.id).filter((id) => id === 'a'));
  await start();
  expect(kept.map((one) => one.id)).toEqual(['b']);
  save = () => Promise.resolve([]);
  await start();
  expect(kept.map((one) => one.id)).toEqual(['b']);
});

it('goes in portions, and keeps those that arrived before one failed', async () => {
  kept = Array.from({ length: 120 }, (_, at) => page(`p${at}`));
  const sizes: number[] = [];
  const works = save;
  save = (pages) => {
    sizes.push(pages.length);
    return sizes.length === 3 ? Promise.reject(new Error('the network is away')) : works(pages);
  };
  await expect(start()).rejects.toThrow();
  expect([sizes, kept.length, arrived.length]).toEqual([[50, 50, 20], 20, 100]);
});
