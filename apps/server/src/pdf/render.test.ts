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
