import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type PdfBlock, renderPdf } from './index.ts';

const section = (...blocks: PdfBlock[]) => ({ blocks, footer: 'Harbour Goods' });
const render = (language: string, sections: { blocks: PdfBlock[] }[]) =>
  renderPdf({
    title: 'Invoice 1042',
    language,
    sections,
    pageLabel: (page, pages) => `${page} / ${pages}`,
    createdAt: '2026-11-26T12:00:00.000Z',
  });
const pagesOf = (pdf: Buffer): number => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b(?!s)/g)].length;
const fontsOf = (pdf: Buffer): string[] => [
  ...new Set([...pdf.toString('latin1').matchAll(/\/BaseFont \/[A-Z]+\+([\w-]+)/g)].map((match) => match[1] ?? '')),
];

/** Heights of the texts drawn on a document's pages, from the top of the first page. */
function heightsOf(pdf: Buffer): number[] {
  const raw = pdf.toString('latin1');
  const streams = [...raw.matchAll(/\/Length (\d+)\s+\/Filter \/FlateDecode\s*>>\s*stream\n/g)].map((match) => {
    const from = match.index + match[0].length;
    return inflateSync(pdf.subarray(from, from + Number(match[1]))).toString('latin1');
  });
  const drawn = streams.filter((stream) => / Tm$/m.test(stream));
  return drawn.flatMap((stream) => [...stream.matchAll(/ ([\d.]+) Tm$/gm)].map((match) => Number(match[1])));
}
/** Lines of the body; the footer is the lowest. Marks of Arabic letters are drawn a little beside their line. */
const linesOf = (pdf: Buffer): number[] =>
  [...new Set(heightsOf(pdf))]
    .sort((a, b) => b - a)
    .filter((height, at, all) => at === 0 || (all[at - 1] ?? 0) - height > 5)
    .slice(0, -1);

test('a document in three scripts has their fonts and its language', async () => {
  const pdf = await render('ar', [section({ kind: 'text', text: 'فاتورة Invoice 发票', isBold: true })]);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.toString('latin1')).toContain('/Lang (ar)');
  expect(fontsOf(pdf).map((name) => name.split('-')[0])).toEqual(
    expect.arrayContaining(['NotoSansArabic', 'Inter', 'NotoSansSC']),
  );
});

test('a table continues on further pages, and each section starts a page', async () => {
  const rows = Array.from({ length: 90 }, (_, at) => [`Item ${at}`, '$1.00']);
  const table: PdfBlock = {
    kind: 'table',
    columns: [
      { title: 'Item', weight: 3 },
      { title: 'Amount', weight: 1, isEnd: true },
    ],
    rows,
  };
  const pdf = await render('en', [section(table), section({ kind: 'heading', text: 'Second' })]);
  expect(pagesOf(pdf)).toBeGreaterThanOrEqual(4);
});

test('a picture on many pages is in the file once, and bytes that are none leave a gap', async () => {
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#0b6e6e' } })
    .webp()
    .toBuffer();
  const block: PdfBlock = { kind: 'picture', picture: { bytes: picture }, maxWidth: 120, maxHeight: 60 };
  const broken: PdfBlock = {
    kind: 'pictures',
    pictures: [{ bytes: Buffer.from('not a picture'), caption: 'x' }],
    columns: 2,
  };
  const pdf = await render('en', [section(block, broken), section(block), section(block)]);
  expect(pagesOf(pdf)).toBe(3);
  expect([...pdf.toString('latin1').matchAll(/\/Subtype \/Image/g)]).toHaveLength(1);
});

test('a text longer than a page and a word wider than its column stay on the page', async () => {
  const pdf = await render('zh-CN', [
    section(
      { kind: 'text', text: '感谢您的订购。'.repeat(900) },
      { kind: 'facts', items: [{ label: '订单编号', value: 'x'.repeat(200) }], columns: 2 },
    ),
  ]);
  expect(pagesOf(pdf)).toBeGreaterThan(2);
});

test.each([
  ['en', '¥1,111,111,111,111'],
  ['en', 'US$98,765,432,109.00'],
  ['ar', '\u2066¥1,234,567,890,000\u2069'],
  ['ar', '\u2066US$98,765,432,109.00\u2069'],
])('a long sum stays on one line: %s %s', async (language, value) => {
  const label = language === 'ar' ? 'الإجمالي' : 'Total';
  const sums = await render(language, [section({ kind: 'sums', rows: [{ label, value, isBold: true }] })]);
  expect(linesOf(sums)).toHaveLength(1);
  const columns = ['a', 'b', 'c', 'd'].map((title, at) => ({ title, weight: at === 0 ? 5 : 1.3, isEnd: at > 0 }));
  const table = await render(language, [section({ kind: 'table', columns, rows: [[label, '3', value, value]] })]);
  // The head and the row.
  expect(linesOf(table)).toHaveLength(2);
});

test('a row is as high as its figures, which are all of one width', async () => {
  const columns = [
    { title: 'Item', weight: 1 },
    { title: 'Amount', weight: 1, isEnd: true },
  ];
  // Ones are narrower in running text: too long for any column, the figures take more lines than the same text would.
  const rows = [
    ['A', '1'.repeat(400)],
    ['B', '2'],
  ];
  const lines = linesOf(await render('en', [section({ kind: 'table', columns, rows })]));
  const [last = 0, beforeLast = 0] = [lines.at(-1), lines.at(-2)];
  // A line is 9.5 x 1.45 points high, and a rule with its space is between two rows.
  expect(beforeLast - last).toBeGreaterThan(9.5 * 1.45 + 5);
});
