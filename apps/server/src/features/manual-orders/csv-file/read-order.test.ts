import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount } from '../../../csv/cells.ts';
import { toCsv } from '../../../csv/csv.ts';
import { decodeFile } from '../../../csv/decode.ts';
import { FileFault, readRecords } from '../../../csv/records.ts';
import { plainNumber } from '../../orders/index.ts';
import { toChannelOrder, totalsOf } from '../rules/draft.ts';
import { COLUMNS, type Field, readHeader, TEMPLATE } from './columns.ts';
import { type OrderFileRow, readOrder } from './read-order.ts';

const store = { currency: 'USD', now: '2026-11-26T12:00:00.000Z' };
const row = (number: number, cells: Partial<Record<Field, string>>): OrderFileRow => ({ row: number, cells });
const whole: Partial<Record<Field, string>> = {
  number: 'P-1',
  name: 'Ada Byron',
  address1: '12 Main Street',
  city: 'Berlin',
  postalCode: '10117',
  country: 'DE',
  title: 'Tote',
  quantity: '2',
  price: '24.00',
};
const read = (...rows: Partial<Record<Field, string>>[]) =>
  readOrder(
    rows.map((cells, at) => row(at + 2, cells)),
    store,
  );
const draftOf = (found: ReturnType<typeof readOrder>) => ('draft' in found ? found.draft : undefined);
const faultsOf = (found: ReturnType<typeof readOrder>) =>
  'faults' in found ? found.faults.map(({ row: at, column, code }) => `${at} ${column} ${code}`) : [];

/** All rows of a file. */
async function rowsOf(text: string, most = 100): Promise<string[][]> {
  const all: string[][] = [];
  for await (const rows of readRecords(text, most)) all.push(...rows.map(({ cells }) => cells));
  return all;
}

describe('a file of orders', () => {
  it('has the columns of the template, and those of order exports of Shopify', () => {
    const own = readHeader(TEMPLATE[0] ?? []);
    expect(own).toMatchObject({ ignored: [] });
    const shopify = readHeader([
      'Name',
      'Email',
      'Financial Status',
      'Shipping Name',
      'Shipping Address1',
      'Shipping City',
      'Shipping Zip',
      'Shipping Country',
      'Lineitem name',
      'Lineitem quantity',
      'Lineitem price',
      'Vendor',
    ]);
    expect(shopify).toMatchObject({ ignored: ['Vendor'] });
    expect(readHeader(['Order number', 'City'])).toMatchObject({ code: 'IMPORT_COLUMNS_MISSING' });
    expect(readHeader([...(TEMPLATE[0] ?? []), 'SKU'])).toMatchObject({ code: 'IMPORT_COLUMN_TWICE' });
  });

  it('of the template has no errors', () => {
    const [names = [], ...rows] = TEMPLATE;
    const fields = Object.keys(COLUMNS) as Field[];
    expect(names).toHaveLength(fields.length);
    const cells = rows.map((one, at) =>
      row(at + 2, Object.fromEntries(fields.flatMap((field, index) => (one[index] ? [[field, one[index]]] : [])))),
    );
    for (const own of Map.groupBy(cells, (one) => one.cells.number).values()) {
      expect(faultsOf(readOrder(own, store))).toEqual([]);
    }
  });

  it('gives an order its lines, and each field from the row that has it', () => {
    const found = read(whole, {
      number: 'P-1',
      title: 'Card',
      quantity: '1',
      price: '10',
      ships: 'no',
      shipping: '4,95',
    });
    expect(draftOf(found)).toMatchObject({
      number: 'P-1',
      isPaid: false,
      shipping: 495,
      address: { firstName: 'Ada', lastName: 'Byron', countryCode: 'DE' },
      lines: [
        { title: 'Tote', quantity: 2, unitPrice: 2_400, requiresShipping: true },
        { title: 'Card', quantity: 1, unitPrice: 1_000, requiresShipping: false },
      ],
    });
  });

  it('names row and column of each error', () => {
    const found = read(
      { ...whole, country: 'XX', quantity: '0', price: '1,234.50', payment: 'maybe', email: 'x', date: '31/01/2026' },
      { number: 'P-1', city: 'Hamburg', title: '', quantity: '1', price: '1', currency: 'EURO' },
    );
    expect(faultsOf(found).sort()).toEqual(
      [
        '2 Country code CELL_NO_COUNTRY',
        '2 Email CELL_NO_EMAIL',
        '2 Order date CELL_NO_DATE',
        '2 Payment status CELL_NO_PAYMENT_STATUS',
        '2 Quantity CELL_NO_WHOLE_NUMBER',
        '2 Unit price CELL_NO_AMOUNT_OF_CURRENCY',
        '3 City CELL_DIFFERS',
        '3 Currency CELL_NO_CURRENCY',
        '3 Item CELL_REQUIRED',
      ].sort(),
    );
  });

  it('keeps what a spreadsheet would take for a formula as text, and defuses it in what is downloaded', () => {
    const formula = '=HYPERLINK("http://x","y")';
    expect(draftOf(read({ ...whole, title: formula, note: "'+1" }))).toMatchObject({
      note: '+1',
      lines: [{ title: formula }],
    });
    expect(toCsv([[formula]])).toMatch(/^"'=/);
  });

  it('refuses sums that are wrong: a discount above the goods, a total beyond exact numbers', () => {
    expect(faultsOf(read({ ...whole, discount: '48.01' }))).toEqual(['2 Discount ORDER_DISCOUNT_TOO_LARGE']);
    expect(faultsOf(read({ ...whole, quantity: '9999', price: '999999999' }))).toEqual([
      '2 Unit price ORDER_TOTAL_TOO_LARGE',
    ]);
  });

  it('has amounts in the decimals of their currency', () => {
    const minor = (cell: string, currency: string) => {
      const found = readAmount(cell, currency);
      return 'value' in found ? found.value : found.fault.code;
    };
    expect([
      minor('12', 'USD'),
      minor('12.5', 'USD'),
      minor('€ 12,50', 'EUR'),
      minor('12.00', 'JPY'),
      minor('1.234', 'KWD'),
    ]).toEqual([1_200, 1_250, 1_250, 12, 1_234]);
    expect([minor('12.345', 'USD'), minor('1.200,00', 'EUR'), minor('-1', 'USD'), minor('=1+1', 'USD')]).toEqual(
      Array(4).fill('CELL_NO_AMOUNT_OF_CURRENCY'),
    );
  });

  it('becomes an order whose parts add up to its total', () => {
    const cents = fc.integer({ min: 0, max: 1_000_00 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 99 }), unitPrice: cents }), {
          minLength: 1,
          maxLength: 20,
        }),
        cents,
        cents,
        cents,
        fc.boolean(),
        (lines, shipping, discount, tax, taxIncluded) => {
          const draft = {
            number: 'P-1',
            currency: 'USD',
            isPaid: true,
            address: {},
            shipping,
            discount,
            tax,
            taxIncluded,
            lines: lines.map((line) => ({ ...line, title: 'x', requiresShipping: true })),
          };
          const totals = totalsOf(draft);
          if (typeof totals === 'string') return;
          const order = toChannelOrder(draft, totals, { externalOrderId: 'x', name: '#P-1', now: store.now });
          const added =
            order.subtotal.amount +
            order.shippingTotal.amount +
            (taxIncluded ? 0 : order.taxTotal.amount) -
            order.discountTotal.amount;
          expect(order.total.amount).toBe(added);
          expect(order.total.amount).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('compares order numbers without case, spaces and number sign', () => {
    expect(new Set(['#P-1', 'p-1', ' P-1 ', 'Ｐ-1'].map(plainNumber)).size).toBe(1);
  });
});

describe('the text of a file', () => {
  const text = 'Name;Città\n"Zoë Łódź";Köln\n';
  it('is read as UTF-8, as UTF-16 with its mark, and as Windows-1252 where that is likely', () => {
    expect(decodeFile(Buffer.from(`\uFEFF${text}`))).toEqual({ text, encoding: 'utf-8' });
    expect(decodeFile(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual({ text, encoding: 'utf-16' });
    expect(decodeFile(Buffer.from('Zoë;Köln', 'latin1'))).toEqual({ text: 'Zoë;Köln', encoding: 'windows-1252' });
  });

  it('is refused where its letters can only be guessed', () => {
    // "Москва" in Windows-1251, and "北京" in GBK.
    expect(decodeFile(Buffer.from([0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0]))).toBeUndefined();
    expect(decodeFile(Buffer.from([0xb1, 0xb1, 0xbe, 0xa9]))).toBeUndefined();
    expect(decodeFile(Buffer.from([0x41, 0x00, 0x42]))).toBeUndefined();
  });

  it('is split into rows in batches, refused with the row where a quote is open, and bounded', async () => {
    expect(await rowsOf('a,b\r\n\r\n"x,y","1\n2"\r\n')).toEqual([
      ['a', 'b'],
      ['x,y', '1\n2'],
    ]);
    await expect(rowsOf('a,b\n1,"x\n')).rejects.toThrow(FileFault);
    await expect(rowsOf('a\n1\n2\n3\n', 2)).rejects.toMatchObject({ code: 'IMPORT_TOO_MANY_ROWS' });
  });
});
