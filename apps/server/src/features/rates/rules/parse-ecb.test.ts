import { expect, it } from 'vitest';
import { parseEcb } from './parse-ecb.ts';

const envelope = (cubes: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube>${cubes}</Cube>
</gesmes:Envelope>`;

it('reads the file of one day', () => {
  const xml = envelope(
    `<Cube time='2026-11-25'><Cube currency='USD' rate='1.0876'/><Cube currency='JPY' rate='170.52'/></Cube>`,
  );
  expect(parseEcb(xml)).toEqual({
    source: 'European Central Bank',
    days: [
      {
        day: '2026-11-25',
        rates: [
          { currency: 'USD', perEuro: '1.0876' },
          { currency: 'JPY', perEuro: '170.52' },
        ],
      },
    ],
  });
});

it('reads several days and leaves out what is no rate', () => {
  const xml = envelope(
    `<Cube time="2026-11-25"><Cube currency="USD" rate="1.1"/><Cube currency="TRY" rate="N/A"/><Cube currency="usd" rate="2"/></Cube>
     <Cube time="2026-11-24"><Cube currency="USD" rate="1.2"/><Cube currency="GBP" rate="0"/></Cube>
     <Cube time="2026-11-23"></Cube>`,
  );
  expect(parseEcb(xml).days).toEqual([
    { day: '2026-11-25', rates: [{ currency: 'USD', perEuro: '1.1' }] },
    { day: '2026-11-24', rates: [{ currency: 'USD', perEuro: '1.2' }] },
  ]);
});

it.each(['', '<html><body>Not found</body></html>', '{"rates":{"USD":1.1}}'])('refuses %j', (text) => {
  expect(() => parseEcb(text)).toThrow('expected rates');
});
