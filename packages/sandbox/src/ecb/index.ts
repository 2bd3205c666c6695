import type { Emulator } from '../core/world.ts';

/** Units for one euro around which the sandbox's rates move. */
const CENTERS: Record<string, number> = {
  ...{
    USD: 1.1,
    JPY: 165,
    CZK: 24.8,
    DKK: 7.46,
    GBP: 0.86,
    HUF: 398,
    PLN: 4.27,
    RON: 5.02,
    SEK: 11.1,
    CHF: 0.95,
    ISK: 144,
  },
  ...{ NOK: 11.7, TRY: 43.5, AUD: 1.68, BRL: 6.15, CAD: 1.52, CNY: 7.85, HKD: 8.58, IDR: 17_650, ILS: 3.95, INR: 94.2 },
  ...{ KRW: 1_560, MXN: 20.9, MYR: 4.72, NZD: 1.89, PHP: 63.4, SGD: 1.43, THB: 36.6, ZAR: 19.8 },
};
const DAY_MS = 86_400_000;
const DAYS = 90;

/** The rates of a day move by up to 1.5% around their center, in waves, so that every read of a day finds the same. */
function ratesOf(day: number): [string, string][] {
  return Object.entries(CENTERS).map(([currency, center], at) => {
    const wave = Math.sin(day / 9 + at) * 0.01 + Math.sin(day / 31 + at * 2) * 0.005;
    return [currency, String(Number((center * (1 + wave)).toPrecision(5)))];
  });
}

const isBankDay = (day: number): boolean => ![0, 6].includes(new Date(day * DAY_MS).getUTCDay());
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * The reference rates of the European Central Bank, made up: the file of the last 90 days, newest day first, bank days alone. Source of
 * the form: https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml
 */
export const ecb: Emulator = {
  name: 'ecb',
  prefix: '/ecb',
  register(app, world) {
    app.get('/eurofxref-hist-90d.xml', (_request, reply) => {
      const today = Math.floor(Date.parse(world.clock.now()) / DAY_MS);
      const days = Array.from({ length: DAYS }, (_, back) => today - back).filter(isBankDay);
      const cube = (day: number): string =>
        `<Cube time="${dateOf(day)}">${ratesOf(day)
          .map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`)
          .join('')}</Cube>`;
      return reply
        .type('text/xml')
        .send(
          `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>Quayside sandbox</gesmes:name></gesmes:Sender><Cube>${days.map(cube).join('')}</Cube></gesmes:Envelope>`,
        );
    });
  },
};
