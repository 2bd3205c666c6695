import type { ChannelAddress } from '@quayside/connector-kit';
import { MOST_ORDER_LINES } from '@quayside/contracts/manual-order-choices.ts';
import {
  type Cell,
  type CellFault,
  fault,
  readAmount,
  readCountry,
  readText,
  readWhole,
  unguarded,
} from '../../../csv/cells.ts';
import { isCurrency } from '../../../known-values.ts';
import { addressErrors } from '../../orders/index.ts';
import { type DraftLine, type OrderDraft, totalsOf } from '../rules/draft.ts';
import { COLUMNS, type Field } from './columns.ts';

/** A row of a file by its columns; only cells that have something. */
export interface OrderFileRow {
  row: number;
  cells: Partial<Record<Field, string>>;
}

/** Why a row is refused, at the name of its column. */
export interface RowFault extends CellFault {
  row: number;
  column: string;
}

const LONGEST: Partial<Record<Field, number>> = {
  number: 60,
  paymentMethod: 60,
  email: 254,
  name: 120,
  firstName: 80,
  lastName: 80,
  company: 120,
  address1: 200,
  address2: 200,
  city: 100,
  province: 100,
  postalCode: 20,
  phone: 40,
  shippingMethod: 100,
  note: 2_000,
  sku: 100,
  title: 250,
};

const YES = /^(yes|y|true|1|ja|oui|sí|si|sì|sim)$/i;
const NO = /^(no|n|false|0|nein|non|nee|não)$/i;
const readYesNo = (cell: string): Cell<boolean> =>
  YES.test(cell) ? { value: true } : NO.test(cell) ? { value: false } : fault('CELL_NO_YES_OR_NO');

const readPaid = (cell: string): Cell<boolean> =>
  /^paid$/i.test(cell)
    ? { value: true }
    : /^(pending|unpaid)$/i.test(cell)
      ? { value: false }
      : fault('CELL_NO_PAYMENT_STATUS');

const readCurrency = (cell: string): Cell<string> =>
  isCurrency(cell.toUpperCase())
    ? { value: cell.toUpperCase() }
    : fault('CELL_NO_CURRENCY', { value: cell.slice(0, 20) });

/** A day or a time in ISO form; day and month in other orders are ambiguous. */
function readTime(cell: string, now: string): Cell<string> {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/.exec(cell);
  const zone = (match?.[4] ?? 'Z').replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const time = match ? Date.parse(`${match[1]}T${match[2] ?? '00:00'}${match[3] ?? ':00'}${zone}`) : Number.NaN;
  if (Number.isNaN(time)) return fault('CELL_NO_DATE');
  return time > Date.parse(now) + 86_400_000 || time < Date.parse('2000-01-01')
    ? fault('CELL_DATE_OUT_OF_RANGE')
    : { value: new Date(time).toISOString() };
}

const readEmail = (cell: string): Cell<string> =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell) ? { value: cell } : fault('CELL_NO_EMAIL');

/** Fields of addressErrors by the columns that they come from. */
const ADDRESS_COLUMNS: Record<string, Field> = {
  name: 'firstName',
  address1: 'address1',
  city: 'city',
  province: 'province',
  postal_code: 'postalCode',
  country_code: 'country',
  phone: 'phone',
  email: 'email',
};

/**
 * Reads an order from its rows. Fields of the order may be in any of them, but say the same where they are in several. Texts are kept
 * as they are, whatever a spreadsheet would make of them.
 */
export function readOrder(
  rows: readonly OrderFileRow[],
  { currency: storeCurrency, now }: { currency: string; now: string },
): { draft: OrderDraft } | { faults: RowFault[] } {
  const faults: RowFault[] = [];
  const first = rows[0]?.row ?? 1;
  const refuse = (row: number, field: Field, found: CellFault): void => {
    faults.push({ row, column: COLUMNS[field], ...found });
  };
  const textOf = (row: OrderFileRow, field: Field): string => unguarded(row.cells[field] ?? '').trim();
  const check = <T>(row: number, field: Field, cell: Cell<T>): T | undefined => {
    if ('value' in cell) return cell.value;
    refuse(row, field, cell.fault);
    return undefined;
  };
  const text = (row: OrderFileRow, field: Field): string | undefined => {
    const cell = textOf(row, field);
    return cell === '' ? undefined : check(row.row, field, readText(cell, LONGEST[field] ?? 200));
  };
  /** The row that has a field of the order. */
  const holderOf = (field: Field): OrderFileRow | undefined => {
    const filled = rows.filter((row) => textOf(row, field) !== '');
    const [holder] = filled;
    const other = holder && filled.find((row) => textOf(row, field) !== textOf(holder, field));
    if (other) refuse(other.row, field, { code: 'CELL_DIFFERS', params: { row: holder.row } });
    return holder;
  };
  const ofOrder = <T>(field: Field, read: (cell: string) => Cell<T>): T | undefined => {
    const holder = holderOf(field);
    return holder && check(holder.row, field, read(textOf(holder, field)));
  };
  const orderText = (field: Field): string | undefined =>
    ofOrder(field, (cell) => readText(cell, LONGEST[field] ?? 200));

  const currency = ofOrder('currency', readCurrency) ?? storeCurrency;
  const amount = (field: Field): number => ofOrder(field, (cell) => readAmount(cell, currency)) ?? 0;
  if (rows.length > MOST_ORDER_LINES)
    refuse(first, 'number', { code: 'ORDER_TOO_MANY_LINES', params: { most: MOST_ORDER_LINES } });
  const number = text(rows[0] ?? { row: 1, cells: {} }, 'number') ?? '';
  const name = orderText('name');
  const space = name?.lastIndexOf(' ') ?? -1;
  const address: ChannelAddress = Object.fromEntries(
    Object.entries({
      firstName: orderText('firstName') ?? (name && space > 0 ? name.slice(0, space) : name),
      lastName: orderText('lastName') ?? (name && space > 0 ? name.slice(space + 1) : undefined),
      company: orderText('company'),
      address1: orderText('address1'),
      address2: orderText('address2'),
      city: orderText('city'),
      province: orderText('province'),
      postalCode: orderText('postalCode'),
      countryCode: ofOrder('country', readCountry),
      phone: orderText('phone'),
      email: ofOrder('email', readEmail),
    }).filter(([, value]) => value !== undefined),
  );
  const broken = new Set(faults.map(({ column }) => column));
  for (const [field, problem] of Object.entries(addressErrors(address))) {
    const column = ADDRESS_COLUMNS[field] ?? 'address1';
    if (!broken.has(COLUMNS[column])) refuse(first, column, { code: problem.key, params: problem.params });
  }
  const lines = rows.flatMap((row): DraftLine[] => {
    const need = <T>(field: Field, read: (cell: string) => Cell<T>): T | undefined => {
      const cell = textOf(row, field);
      return check(row.row, field, cell === '' ? fault('CELL_REQUIRED') : read(cell));
    };
    const title = need('title', (cell) => readText(cell, LONGEST.title ?? 250));
    const quantity = need('quantity', (cell) => readWhole(cell, 1, 9_999));
    const unitPrice = need('price', (cell) => readAmount(cell, currency));
    const ships = textOf(row, 'ships');
    const requiresShipping = ships === '' ? true : check(row.row, 'ships', readYesNo(ships));
    const sku = text(row, 'sku');
    if (title === undefined || quantity === undefined || unitPrice === undefined || requiresShipping === undefined)
      return [];
    return [{ title, quantity, unitPrice, requiresShipping, ...(sku ? { sku } : {}) }];
  });
  const draft: OrderDraft = {
    number,
    placedAt: ofOrder('date', (cell) => readTime(cell, now)),
    currency,
    isPaid: ofOrder('payment', readPaid) ?? false,
    paymentMethod: orderText('paymentMethod'),
    address,
    shippingMethod: orderText('shippingMethod'),
    shipping: amount('shipping'),
    discount: amount('discount'),
    tax: amount('tax'),
    taxIncluded: ofOrder('taxIncluded', readYesNo) ?? false,
    note: orderText('note'),
    lines,
  };
  if (faults.length > 0) return { faults };
  const totals = totalsOf(draft);
  if (typeof totals === 'string') {
    refuse(first, totals === 'ORDER_DISCOUNT_TOO_LARGE' ? 'discount' : 'price', { code: totals });
    return { faults };
  }
  return { draft };
}
