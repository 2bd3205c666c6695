import { expect, it } from 'vitest';
import { chooseCarrier } from './choose.ts';

const UPS = '1Z5R89390357567127';
const POST = 'RB123456785GB';

it.each([
  ['the supplier names it', { carrier: 'Evri', trackingNumber: UPS }, undefined, 'Evri'],
  ['the supplier leaves the name empty', { carrier: ' ', trackingNumber: UPS }, undefined, 'UPS'],
  ['the number shows it', { trackingNumber: UPS }, undefined, 'UPS'],
  ['the number shows nothing', { trackingNumber: 'CJ100' }, undefined, undefined],
  ['it was set before', { trackingNumber: UPS }, { carrier: 'Evri', tracking_number: UPS }, 'Evri'],
  ['it was named for an earlier number', { trackingNumber: UPS }, { carrier: 'Evri', tracking_number: 'X' }, 'Evri'],
  [
    'the earlier number showed another',
    { trackingNumber: POST },
    { carrier: 'UPS', tracking_number: UPS },
    'Royal Mail',
  ],
  ['only the earlier number showed one', { trackingNumber: 'X1' }, { carrier: 'UPS', tracking_number: UPS }, undefined],
  ['the earlier number showed none', { trackingNumber: UPS }, { carrier: null, tracking_number: 'X' }, 'UPS'],
] as const)('chooses the carrier when %s', (_case, parcel, known, carrier) => {
  expect(chooseCarrier(parcel, known)).toBe(carrier);
});
