/** Names that a formula may use. compare_at_price is another name of compare_at. */
export const FORMULA_NAMES = ['cost', 'price', 'compare_at', 'shipping'] as const;
export type FormulaName = (typeof FORMULA_NAMES)[number];

/** Minor units of one currency; undefined: this variant has none. */
export type FormulaValues = Record<FormulaName, number | undefined>;

/**
 * syntax: it can't be read. name: it uses an unknown name. missing: a named value is unknown. zero: it divides by zero.
 * belowZero, tooHigh: its result is no price.
 */
export type FormulaFault = 'syntax' | 'name' | 'missing' | 'zero' | 'belowZero' | 'tooHigh';

class Fault extends Error {
  readonly fault: FormulaFault;
  constructor(fault: FormulaFault) {
    super(fault);
    this.fault = fault;
  }
}

const LONGEST = 200;
const DEEPEST = 20;
const HIGHEST = 10n ** 14n;
const TOKEN = /\s*(?:(\d+(?:[.,]\d+)?|[.,]\d+)|([a-z_]+)|([-+*/×÷()%]))/iy;

/** A fraction of whole numbers: no digit is lost before the result is rounded. */
interface Fraction {
  over: bigint;
  under: bigint;
}

type Token = { number: string } | { name: string } | { sign: string };

function tokens(text: string): Token[] {
  const found: Token[] = [];
  const end = text.trimEnd().length;
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < end; ) {
    const match = TOKEN.exec(text);
    if (!match) throw new Fault('syntax');
    const [, number, name, sign = ''] = match;
    found.push(number ? { number: number.replace(',', '.') } : name ? { name } : { sign });
  }
  return found;
}

function literal(text: string): Fraction {
  const [whole = '', rest = ''] = text.split('.');
  return { over: BigInt(`${whole}${rest}`), under: 10n ** BigInt(rest.length) };
}

const ALIASES: Record<string, FormulaName> = { compare_at_price: 'compare_at' };

function named(name: string, values: FormulaValues, unit: bigint): Fraction {
  const lower = name.toLowerCase();
  const known = ALIASES[lower] ?? FORMULA_NAMES.find((one) => one === lower);
  if (!known) throw new Fault('name');
  const value = values[known];
  if (value === undefined) throw new Fault('missing');
  return { over: BigInt(value), under: unit };
}

function combine(sign: string, a: Fraction, b: Fraction): Fraction {
  switch (sign) {
    case '+':
      return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
    case '-':
      return { over: a.over * b.under - b.over * a.under, under: a.under * b.under };
    case '*':
    case '×':
      return { over: a.over * b.over, under: a.under * b.under };
    default:
      if (b.over === 0n) throw new Fault('zero');
      return b.over < 0n
        ? { over: -a.over * b.under, under: -a.under * b.over }
        : { over: a.over * b.under, under: a.under * b.over };
  }
}

/** Sums of products, with brackets, a leading minus and percent. */
class Parser {
  private at = 0;
  private depth = 0;
  private readonly list: readonly Token[];
  private readonly values: FormulaValues;
  private readonly unit: bigint;

  constructor(list: readonly Token[], values: FormulaValues, unit: bigint) {
    this.list = list;
    this.values = values;
    this.unit = unit;
  }

  whole(): Fraction {
    const result = this.sum();
    if (this.at < this.list.length) throw new Fault('syntax');
    return result;
  }

  private take(signs: string): string | undefined {
    const token = this.list[this.at];
    if (!token || !('sign' in token) || !signs.includes(token.sign)) return undefined;
    this.at += 1;
    return token.sign;
  }

  private sum(): Fraction {
    let left = this.product();
    for (let sign = this.take('+-'); sign; sign = this.take('+-')) left = combine(sign, left, this.product());
    return left;
  }

  private product(): Fraction {
    let left = this.factor();
    for (let sign = this.take('*/×÷'); sign; sign = this.take('*/×÷')) left = combine(sign, left, this.factor());
    return left;
  }

  private factor(): Fraction {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new Fault('syntax');
    const value = this.take('-') ? combine('-', { over: 0n, under: 1n }, this.factor()) : this.plain();
    this.depth -= 1;
    return this.take('%') ? combine('/', value, { over: 100n, under: 1n }) : value;
  }

  private plain(): Fraction {
    if (this.take('(')) {
      const inner = this.sum();
      if (!this.take(')')) throw new Fault('syntax');
      return inner;
    }
    const token = this.list[this.at];
    this.at += 1;
    if (token && 'number' in token) return literal(token.number);
    if (token && 'name' in token) return named(token.name, this.values, this.unit);
    throw new Fault('syntax');
  }
}

export const isFormula = (text: string): boolean => text.trimStart().startsWith('=');

/**
 * The result of a formula ("=cost*2+1.5") in minor units, rounded half up. Numbers in it are amounts in major units or plain
 * factors, as one reads them. `decimals`: of the currency.
 */
export function evaluate(text: string, values: FormulaValues, decimals: number): number | { fault: FormulaFault } {
  const unit = 10n ** BigInt(decimals);
  try {
    if (text.length > LONGEST) throw new Fault('syntax');
    const { over, under } = new Parser(tokens(text.trim().replace(/^=/, '')), values, unit).whole();
    if (over < 0n) throw new Fault('belowZero');
    const minor = (over * unit * 2n + under) / (under * 2n);
    if (minor > HIGHEST) throw new Fault('tooHigh');
    return Number(minor);
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault };
    throw error;
  }
}
