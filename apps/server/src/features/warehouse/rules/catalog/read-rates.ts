import { readCountry, readWhole } from '../../../../csv/cells.ts';
import type { FileRow } from '../../../../csv/records.ts';
import { readCents, readCountries } from './cells.ts';
import { type Header, RATE_COLUMNS } from './columns.ts';
import type { Entry, RowFault, ShippingRate } from './drafts.ts';
import { RowReader } from './read-products.ts';

const MOST_DAYS = 365;
const LONGEST_SERVICE = 60;
/** Where a file does not say how long packing takes. */
const PROCESSING: readonly [number, number] = [1, 3];

const days = (cell: string) => readWhole(cell, 0, MOST_DAYS);

function readRow(header: Header, row: FileRow): Entry<ShippingRate[]> {
  const reader = new RowReader(header, RATE_COLUMNS);
  for (const field of ['country', 'service', 'parcel', 'deliveryMin', 'deliveryMax'])
    if (reader.text(row, field) === '') reader.refuse(row, field, { code: 'CELL_REQUIRED' });
  const service = reader.text(row, 'service');
  reader.limit(row, 'service', service, LONGEST_SERVICE);
  const countries = reader.value(row, 'country', readCountries, []) ?? [];
  const range = (
    low: 'processingMin' | 'deliveryMin',
    high: 'processingMax' | 'deliveryMax',
    otherwise: readonly [number, number],
  ) => {
    const least = reader.value(row, low, days, undefined) ?? otherwise[0];
    const most = reader.value(row, high, days, undefined) ?? Math.max(least, otherwise[1]);
    if (most < least) reader.refuse(row, high, { code: 'DAYS_REVERSED' });
    return [least, most] as const;
  };
  const rate = {
    shipsFrom: reader.value(row, 'shipsFrom', readCountry, '') ?? '',
    service,
    parcel: reader.value(row, 'parcel', (cell) => readCents(cell, 0), 0) ?? 0,
    perKg: reader.value(row, 'perKg', (cell) => readCents(cell, 0), 0) ?? 0,
    processingDays: range('processingMin', 'processingMax', PROCESSING),
    deliveryDays: range('deliveryMin', 'deliveryMax', [0, 0]),
  };
  const entry = {
    name: `${countries.join(' ') || reader.text(row, 'country')} · ${service}`.slice(0, 300),
    title: '',
    rows: [row],
  };
  return reader.faults.length > 0
    ? { ...entry, faults: reader.faults }
    : { ...entry, draft: countries.map((country) => ({ ...rate, country })) };
}

export const rateKey = ({ shipsFrom, country, service }: ShippingRate): string => `${shipsFrom}|${country}|${service}`;

/** Reads a file of shipping rates. A country that two rows name for the same service and origin refuses the later row. */
export function* readRates(header: Header, rows: readonly FileRow[]): Generator<Entry<ShippingRate[]>> {
  const seen = new Map<string, number>();
  for (const row of rows) {
    const entry = readRow(header, row);
    const faults: RowFault[] = [];
    for (const rate of entry.draft ?? []) {
      const before = seen.get(rateKey(rate));
      if (before === undefined) seen.set(rateKey(rate), row.number);
      else
        faults.push({
          row: row.number,
          column: RATE_COLUMNS.country,
          code: 'RATE_TWICE',
          params: { country: rate.country, row: before },
        });
    }
    const { name, title, rows: own } = entry;
    yield faults.length > 0 ? { name, title, rows: own, faults } : entry;
  }
}
