import { getDecimals, type Money, moneyFromDecimal, toDecimal } from '@quayside/kernel/money.ts';
import type { DraftVariant } from '../draft.ts';
import type { SheetColumn } from './columns.ts';
import { evaluate, type FormulaFault, isFormula } from './formula.ts';
import { type DecimalSign, readNumber } from './numbers.ts';
import { MOST_GRAMS, splitUnit, toGrams, type WeightUnit, weightText } from './weight.ts';

/** Why a text doesn't fit a cell; each is a key below `sheet.refused`. */
export type CellFault =
  | 'number'
  | 'currency'
  | 'belowZero'
  | 'tooHigh'
  | 'required'
  | 'tooLong'
  | 'tooHeavy'
  | 'yesOrNo'
  | 'formulaHere'
  | `formula_${Exclude<FormulaFault, 'belowZero' | 'tooHigh'>}`;

export interface SheetRow {
  id: string;
  draft: DraftVariant;
  cost: Money;
}

export interface SheetContext {
  /** Of one item; undefined: unknown. */
  shipping: Money | undefined;
  unit: WeightUnit;
  /** For numbers that read both ways. */
  sign: DecimalSign;
}

/** `formula`: the text that the value was calculated from. */
export type ReadCell = { patch: Partial<DraftVariant>; formula?: string } | { fault: CellFault };

const MOST_DIGITS = 12;
const LONGEST_SKU = 100;
const LONGEST_BARCODE = 100;

/** As spreadsheets write them in the languages of this app. */
const YES = ['true', '1', 'yes', 'wahr', 'vrai', 'verdadero', 'vero', 'waar', 'verdadeiro', 'صحيح', '真'];
const NO = ['false', '0', 'no', 'falsch', 'faux', 'falso', 'onwaar', 'خطأ', '假'];

/** Signs of the currencies whose sign isn't shared, and codes. */
const SIGNS: Record<string, string> = { '€': 'EUR', '£': 'GBP', '₹': 'INR', '₩': 'KRW', '₫': 'VND', '₺': 'TRY' };

/** A pasted amount without its currency; undefined: another currency than the cell's. */
function withoutCurrency(text: string, currency: string): string | undefined {
  const [mark] = text.match(/\p{Sc}|[A-Za-z]{3}/u) ?? [];
  if (!mark || !/\d/.test(text)) return text;
  const meant = mark.length === 3 ? mark.toUpperCase() : (SIGNS[mark] ?? currency);
  return meant === currency ? text.replace(/(?:[A-Z]{1,2})?\p{Sc}|[A-Za-z]{3}/u, '') : undefined;
}

function readMoney(text: string, currency: string, sign: DecimalSign): Money | { fault: CellFault } {
  const bare = withoutCurrency(text, currency);
  if (bare === undefined) return { fault: 'currency' };
  const number = readNumber(bare, sign);
  if (number === undefined) return { fault: 'number' };
  if (number.startsWith('-')) return { fault: 'belowZero' };
  if ((number.split('.')[0] ?? '').length > MOST_DIGITS) return { fault: 'tooHigh' };
  return moneyFromDecimal(number, currency);
}

function readFormula(
  text: string,
  { draft, cost }: SheetRow,
  shipping: Money | undefined,
): Money | { fault: CellFault } {
  const { currency } = cost;
  const minor = evaluate(
    text,
    {
      cost: cost.amount,
      price: draft.price.amount,
      compare_at: draft.compare_at_price?.amount,
      shipping: shipping?.amount,
    },
    getDecimals(currency),
  );
  if (typeof minor === 'number') return { amount: minor, currency };
  const { fault } = minor;
  return { fault: fault === 'belowZero' || fault === 'tooHigh' ? fault : `formula_${fault}` };
}

function readPrice(column: 'price' | 'compare_at_price', text: string, row: SheetRow, ctx: SheetContext): ReadCell {
  if (text === '') return column === 'price' ? { fault: 'required' } : { patch: { compare_at_price: null } };
  const read = isFormula(text) ? readFormula(text, row, ctx.shipping) : readMoney(text, row.cost.currency, ctx.sign);
  if ('fault' in read) return read;
  return { patch: { [column]: read }, ...(isFormula(text) ? { formula: text } : {}) };
}

function readWeight(text: string, { unit, sign }: SheetContext): ReadCell {
  if (text === '') return { patch: { weight_grams: null } };
  if (isFormula(text)) return { fault: 'formulaHere' };
  const spelled = splitUnit(text);
  const number = readNumber(spelled.number, sign);
  if (number === undefined) return { fault: 'number' };
  if (number.startsWith('-')) return { fault: 'belowZero' };
  const grams = toGrams(Number(number), spelled.unit ?? unit);
  return grams > MOST_GRAMS ? { fault: 'tooHeavy' } : { patch: { weight_grams: grams } };
}

/** What a text makes of a cell. Spaces around it mean nothing. */
export function readCell(column: SheetColumn, typed: string, row: SheetRow, ctx: SheetContext): ReadCell {
  const text = typed.trim();
  switch (column) {
    case 'price':
    case 'compare_at_price':
      return readPrice(column, text, row, ctx);
    case 'weight_grams':
      return readWeight(text, ctx);
    case 'sku':
      if (text === '') return { fault: 'required' };
      return text.length > LONGEST_SKU ? { fault: 'tooLong' } : { patch: { sku: text } };
    case 'barcode':
      return text.length > LONGEST_BARCODE ? { fault: 'tooLong' } : { patch: { barcode: text } };
    case 'enabled': {
      const word = text.toLowerCase();
      if (YES.includes(word)) return { patch: { enabled: true } };
      return NO.includes(word) ? { patch: { enabled: false } } : { fault: 'yesOrNo' };
    }
  }
}

/** A cell as text, for its field and for the clipboard. */
export function cellText(column: SheetColumn, draft: DraftVariant, unit: WeightUnit): string {
  switch (column) {
    case 'price':
      return toDecimal(draft.price);
    case 'compare_at_price':
      return draft.compare_at_price ? toDecimal(draft.compare_at_price) : '';
    case 'weight_grams':
      return weightText(draft.weight_grams, unit);
    case 'sku':
      return draft.sku;
    case 'barcode':
      return draft.barcode;
    case 'enabled':
      return draft.enabled ? 'TRUE' : 'FALSE';
  }
}

/** What Delete makes of a cell. */
export function clearCell(column: SheetColumn): ReadCell {
  switch (column) {
    case 'compare_at_price':
      return { patch: { compare_at_price: null } };
    case 'weight_grams':
      return { patch: { weight_grams: null } };
    case 'barcode':
      return { patch: { barcode: '' } };
    case 'enabled':
      return { patch: { enabled: false } };
    default:
      return { fault: 'required' };
  }
}
