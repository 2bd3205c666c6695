import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unguarded } from '../../../../csv/cells.ts';
import { toCsv } from '../../../../csv/csv.ts';
import { decodeText, findDelimiter } from '../../../../csv/decode.ts';
import { parseCsv } from '../../catalog/parse-csv.ts';
import { pictureSource, readCents, readCountries, readPictures } from './cells.ts';
import { PRODUCT_COLUMNS, readHeader } from './columns.ts';
import type { Entry, ProductDraft } from './drafts.ts';
import { mergeProduct, type OwnProduct } from './merge.ts';
import { readProducts, refuseRepeatedSkus } from './read-products.ts';
import { readRates } from './read-rates.ts';
import { readStock } from './read-stock.ts';
import { productRows, TEMPLATES } from './write-csv.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function read(text: string): Promise<Entry<ProductDraft>[]> {
  const { names, rows } = await parseCsv(bytes(text));
  const header = readHeader(names);
  if ('code' in header) throw new Error(header.code);
  return refuseRepeatedSkus([...readProducts(header, rows)], ({ variants }) => variants);
}
const faults = (entries: readonly Entry<ProductDraft>[]) =>
  entries.flatMap((entry) => entry.faults ?? []).map(({ row, column, code }) => `${row} ${column} ${code}`);

const NO_ONE = { product: undefined, skuOwners: new Map() };
let ids = 0;
const nextId = (): string => {
  ids += 1;
  return `id-${ids}`;
};
function taken(draft: ProductDraft | undefined, product?: OwnProduct): OwnProduct {
  if (!draft) throw new Error('the draft was refused');
  const merged = mergeProduct(draft, { ...NO_ONE, product }, nextId);
  if ('faults' in merged) throw new Error(JSON.stringify(merged.faults));
  return merged.product;
}

describe('the bytes of a file', () => {
  it('are UTF-8 with or without a mark, or UTF-16 with one; anything else is refused', () => {
    const text = 'Größe;é';
    expect(decodeText(bytes(text))).toBe(text);
    expect(decodeText(bytes(`\uFEFF${text}`))).toBe(text);
    expect(decodeText(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))).toBe(text);
    expect(decodeText(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]))).toBe(text);
    expect(decodeText(Buffer.from(text, 'latin1'))).toBeUndefined();
    expect(decodeText(Buffer.from(text, 'utf16le'))).toBeUndefined();
  });

  it.each([
    ['a,b;c,d', ','],
    ['a;b;c', ';'],
    ['a\tb', '\t'],
    ['"a,b,c";d', ';'],
    ['alone', ','],
  ])('%j is separated by %j', (line, delimiter) => expect(findDelimiter(line)).toBe(delimiter));

  it('hold the same rows whatever separates them and however they are quoted', async () => {
    const cell = fc.stringMatching(/^[^\0\r]{0,20}$/u).filter((text) => text.isWellFormed() && text.trim() === text);
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t'), async (rows, delimiter) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = [['A', 'B', 'C'], ...rows, ['end', '', '']]
          .map((row) => row.map(quoted).join(delimiter))
          .join('\r\n');
        const parsed = await parseCsv(bytes(text));
        const full = [...rows, ['end', '', '']].filter((row) => row.some((one) => one.trim() !== ''));
        expect(parsed.rows.map(({ cells }) => cells)).toEqual(full);
      }),
      { numRuns: 60 },
    );
  });

  it('are refused with more rows than one import takes', async () => {
    await expect(parseCsv(bytes(`a,b\n${'1,2\n'.repeat(50_001)}`))).rejects.toMatchObject({
      code: 'IMPORT_TOO_MANY_ROWS',
    });
    expect((await parseCsv(bytes(`a,b\n${'1,2\n'.repeat(50_000)}`))).rows).toHaveLength(50_000);
  });

  it('are refused where one row is huge, with its number', async () => {
    await expect(parseCsv(bytes(`a,b\n1,${'x'.repeat(250_000)}\n`))).rejects.toMatchObject({
      code: 'IMPORT_ROW_TOO_LONG',
      params: { row: 2 },
    });
  });

  it('lose no text that only looks like a formula', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^['=+\-@a-z0-9]{0,8}$/), (text) => {
        const cell = toCsv([[text]]).replace(/\r\n$/, '');
        expect(unguarded(cell)).toBe(text);
      }),
    );
  });
});

describe('the columns of a file', () => {
  it('go by the names of the template and by those of a product export of Shopify', () => {
    const ours = readHeader(Object.values(PRODUCT_COLUMNS));
    expect(ours).toMatchObject({ kind: 'products', ignored: [] });
    const theirs = readHeader(
      'Handle,Title,Body (HTML),Vendor,Product Category,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Cost per item,Image Src,Variant Image,Status'.split(
        ',',
      ),
    );
    expect(theirs).toMatchObject({ kind: 'products', ignored: ['Vendor', 'Tags'] });
  });

  it.each([
    ['SKU,Stock', 'stock'],
    ['Ship to country,Service,Price per parcel,Delivery days min,Delivery days max', 'rates'],
    ['Title,SKU', 'IMPORT_COLUMNS_MISSING'],
    ['SKU', 'IMPORT_COLUMNS_MISSING'],
    ['Handle,SKU,sku', 'IMPORT_COLUMN_TWICE'],
  ])('%s: %s', (line, outcome) => {
    const header = readHeader(line.split(','));
    expect('code' in header ? header.code : header.kind).toBe(outcome);
  });
});

describe('the cells of a row', () => {
  it.each([
    ['12.50', 1250],
    ['12,5', 1250],
    ['$4', 400],
    ['1,234', undefined],
    ['1.234,50', undefined],
    ['=1+1', undefined],
    ['-3', undefined],
    ['0', undefined],
    ['99999999999', undefined],
  ])('the amount %s is %s', (text, cents) => {
    const cell = readCents(text, 1);
    expect('value' in cell ? cell.value : undefined).toBe(cents);
  });

  it('name countries by their codes', () => {
    expect(readCountries('us, UK;de US')).toEqual({ value: ['DE', 'GB', 'US'] });
    expect(readCountries('US Germany')).toEqual({ fault: { code: 'CELL_NO_COUNTRY', params: { value: 'Germany' } } });
  });

  it('name pictures by their addresses, commas in them included, or by files', () => {
    expect(readPictures('https://a.example/x,w_200/1.jpg, https://a.example/2.jpg')).toEqual({
      value: ['https://a.example/x,w_200/1.jpg', 'https://a.example/2.jpg'],
    });
    expect(readPictures('Front View.JPG | back.png')).toEqual({ value: ['file:front view.jpg', 'file:back.png'] });
    for (const bad of ['ftp://a.example/1.jpg', '../secret.png', 'x.svg', 'https://me:pw@a.example/1.jpg'])
      expect(readPictures(bad)).toMatchObject({ fault: { code: 'CELL_NO_PICTURE' } });
  });

  it('never name a file outside of its folder', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('.jpg', '.png', ''), (text, end) => {
        expect(pictureSource(text + end) ?? '').not.toMatch(/^file:.*[/\\]/);
      }),
    );
  });
});

describe('the products of a file', () => {
  it('are those of the template, none refused', async () => {
    const entries = await read(toCsv(TEMPLATES.products));
    expect(faults(entries)).toEqual([]);
    expect(entries.map(({ name }) => name)).toEqual(['linen-apron', 'beeswax-candle']);
    const apron = taken(entries[0]?.draft);
    expect(apron.options).toEqual([
      { name: 'Color', values: [{ value: 'Sand' }, { value: 'Navy' }] },
      { name: 'Size', values: [{ value: 'M' }] },
    ]);
    expect(apron.specifications).toEqual([
      { name: 'Dimensions', value: '30 × 22 × 3 cm' },
      { name: 'HS code', value: '6211.43' },
    ]);
    expect(apron.shipsTo).toEqual(['CA', 'DE', 'GB', 'US']);
  });

  const head = 'Handle,Title,SKU,Cost,Weight (g),Ships from,Option1 name,Option1 value';
  it.each([
    [
      'a SKU twice in two products',
      ['a,A,S,1,1,US,,', 'b,B,S,1,1,US,,'],
      ['2 SKU IMPORT_SKU_TWICE', '3 SKU IMPORT_SKU_TWICE'],
    ],
    ['no SKU', ['a,A,,1,1,US,,'], ['2 SKU CELL_REQUIRED']],
    ['no handle', [',A,S,1,1,US,,'], ['2 Handle CELL_REQUIRED']],
    ['two variants without an option', ['a,A,S,1,1,US,,', 'a,,T,1,1,,,'], ['3 Option1 name VARIANTS_NEED_OPTIONS']],
    ['the same option value twice', ['a,A,S,1,1,US,Size,M', 'a,,T,1,1,,,M'], ['3 Option1 value OPTIONS_TWICE']],
    ['a value without a name', ['a,A,S,1,1,US,,M'], ['2 Option1 value OPTION_WITHOUT_NAME']],
    [
      'another name for an option',
      ['a,A,S,1,1,US,Size,M', 'a,,T,1,1,,Length,L'],
      ['3 Option1 name OPTION_NAME_DIFFERS'],
    ],
    ['more cells than columns', ['a,A,S,1,1,US,,,oops'], ['2  ROW_TOO_WIDE']],
    ['no weight', ['a,A,S,1,0,US,,'], ['2 Weight (g) CELL_NO_WEIGHT']],
    ['a SKU that is too long', [`a,A,${'S'.repeat(101)},1,1,US,,`], ['2 SKU CELL_TOO_LONG']],
    ['a handle that is too long', [`${'a'.repeat(201)},A,S,1,1,US,,`], ['2 Handle CELL_TOO_LONG']],
    ['an option name that is too long', [`a,A,S,1,1,US,${'o'.repeat(101)},M`], ['2 Option1 name CELL_TOO_LONG']],
    [
      'more variants than a product can have',
      Array.from({ length: 501 }, (_none, n) => `a,A,S${n},1,1,US,Size,${n}`),
      ['2 SKU IMPORT_TOO_MANY_VARIANTS'],
    ],
  ])('are refused one by one: %s', async (_what, lines, expected) => {
    const entries = await read([head, ...lines, 'good,Good,GOOD,1,1,US,,'].join('\n'));
    expect(faults(entries)).toEqual(expected);
    expect(entries.at(-1)?.draft).toBeDefined();
  });

  it('have more pictures from rows that name nothing else', async () => {
    const [entry] = await read(
      'Handle,Title,SKU,Cost,Weight (g),Ships from,Image URLs\na,A,S,1,1,US,1.jpg\na,,,,,,2.jpg\n',
    );
    expect(entry?.draft?.images).toEqual(['file:1.jpg', 'file:2.jpg']);
    expect(entry?.draft?.variants).toHaveLength(1);
  });

  it('keep the ids of known SKUs, archive what is gone, and leave alone what the file has no column for', async () => {
    const [first] = await read([head, 'a,A,S,1,1,US,Size,S', 'a,,M,2,1,,,M'].join('\n'));
    const before = taken(first?.draft);
    const [second] = await read('Handle,SKU,Cost,Option1 name,Option1 value\na,M,3,Size,M');
    const draft = second?.draft as ProductDraft;
    const merged = mergeProduct(draft, { ...NO_ONE, product: before }, nextId);
    expect(merged).toMatchObject({ fate: 'changed', archives: 1 });
    const after = taken(draft, before);
    expect(after.title).toBe('A');
    expect(after.variants.map(({ sku, variantId, cost, archived }) => [sku, variantId, cost, archived])).toEqual([
      ['M', before.variants[1]?.variantId, 300, false],
      ['S', before.variants[0]?.variantId, 100, true],
    ]);
  });

  it('come back unchanged from the file that they are downloaded as', async () => {
    const word = fc.stringMatching(/^[A-Za-z=+@'][A-Za-z ,"=']{0,10}[a-z]$/);
    const product = fc.record({
      title: word,
      price: fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: null }),
      sizes: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
      cost: fc.integer({ min: 1, max: 99_999 }),
      stock: fc.nat(1000),
      grams: fc.integer({ min: 1, max: 9999 }),
    });
    await fc.assert(
      fc.asyncProperty(product, async ({ title, price, sizes, cost, stock, grams }) => {
        const own: OwnProduct = {
          productId: 'p',
          handle: 'h',
          status: 'active',
          title,
          descriptionHtml: '<p>x</p>',
          categoryPath: ['Home', 'Mugs'],
          suggestedPrice: price,
          specifications: [],
          madeIn: null,
          shipsFrom: 'US',
          shipsTo: [],
          images: [],
          options: [{ name: 'Size', values: sizes.map((value) => ({ value })) }],
          variants: sizes.map((size, at) => ({
            variantId: `v${at}`,
            sku: `SKU-${at}`,
            optionValues: [size],
            cost,
            stock,
            grams,
            barcode: null,
            image: null,
            archived: false,
          })),
        };
        const [entry] = await read(toCsv([Object.values(PRODUCT_COLUMNS), ...productRows(own)]));
        const merged = mergeProduct(entry?.draft as ProductDraft, { ...NO_ONE, product: own }, nextId);
        expect(merged).toMatchObject({ fate: 'unchanged', archives: 0 });
      }),
      { numRuns: 100 },
    );
  });
});

describe('shipping rates of a file', () => {
  it('name several countries in a row, and none twice', async () => {
    const { names, rows } = await parseCsv(
      bytes(toCsv([...TEMPLATES.rates, ['', 'FR', 'International', '1', '1', '', '', '1', '2']])),
    );
    const header = readHeader(names);
    if ('code' in header) throw new Error(header.code);
    const entries = [...readRates(header, rows)];
    expect(entries.map(({ draft }) => draft?.length)).toEqual([1, 1, 4, undefined]);
    expect(entries[3]?.faults).toMatchObject([{ row: 5, code: 'RATE_TWICE', params: { country: 'FR', row: 4 } }]);
  });

  it.each([
    ['days from high to low', ['', 'FR', 'Post', '1', '1', '', '', '5', '2'], 'DAYS_REVERSED'],
    ['a service name that is too long', ['', 'FR', 'P'.repeat(61), '1', '1', '', '', '1', '2'], 'CELL_TOO_LONG'],
    ['no price', ['', 'FR', 'Post', '', '1', '', '', '1', '2'], 'CELL_REQUIRED'],
  ])('are refused: %s', async (_what, row, code) => {
    const [names = []] = TEMPLATES.rates;
    const parsed = await parseCsv(bytes(toCsv([names, row])));
    const header = readHeader(parsed.names);
    if ('code' in header) throw new Error(header.code);
    expect([...readRates(header, parsed.rows)].map(({ faults: found }) => found?.map((one) => one.code))).toEqual([
      [code],
    ]);
  });
});

describe('the stock of a file', () => {
  it('is read by SKU; a row with a fault refuses only itself', async () => {
    const lines = ['SKU,Stock,Cost,Currency', 'A,3,1.50,usd', ',3,1,USD', `${'S'.repeat(101)},3,1,USD`, 'B,3,1,EUR'];
    const { names, rows } = await parseCsv(bytes(lines.join('\n')));
    const header = readHeader(names);
    if ('code' in header) throw new Error(header.code);
    const entries = [...readStock(header, rows)];
    expect(entries[0]?.draft).toEqual({ row: 2, sku: 'A', stock: 3, cost: 150 });
    expect(entries.slice(1).map(({ faults: found }) => found?.map((one) => `${one.column} ${one.code}`))).toEqual([
      ['SKU CELL_REQUIRED'],
      ['SKU CELL_TOO_LONG'],
      ['Cost currency CELL_NOT_IN_USD'],
    ]);
  });
});
