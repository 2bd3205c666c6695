import { Parser } from 'htmlparser2';

export interface PublishedDay {
  day: string;
  /** Units for one euro, as published. */
  rates: { currency: string; perEuro: string }[];
}

export interface PublishedRates {
  source: string;
  days: PublishedDay[];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DECIMAL = /^\d{1,9}(\.\d{1,12})?$/;
const CURRENCY = /^[A-Z]{3}$/;

/**
 * Reads a file of reference rates in the form of the European Central Bank: of one day or of several. Rates that are not positive
 * decimals ("N/A" in older files) are left out. Throws when no rate is found. Source of the form:
 * https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/
 */
export function parseEcb(xml: string): PublishedRates {
  const days: PublishedDay[] = [];
  let source = '';
  let isInName = false;
  const parser = new Parser(
    {
      onopentag(name, { time, currency, rate }) {
        isInName = name === 'gesmes:name';
        if (name !== 'Cube') return;
        if (time && DAY.test(time)) days.push({ day: time, rates: [] });
        if (currency && rate && CURRENCY.test(currency) && DECIMAL.test(rate) && Number(rate) > 0)
          days.at(-1)?.rates.push({ currency, perEuro: rate });
      },
      ontext(text) {
        if (isInName) source += text;
      },
      onclosetag() {
        isInName = false;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  const found = days.filter(({ rates }) => rates.length > 0);
  if (found.length === 0) throw new Error('expected rates in the form of the European Central Bank, found none');
  return { source: source.trim().slice(0, 100) || 'European Central Bank', days: found };
}
