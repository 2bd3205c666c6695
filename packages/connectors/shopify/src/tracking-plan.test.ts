import { describe, expect, it } from 'vitest';
import { planTracking, trackingInput } from './tracking-plan.ts';

const from = { carrier: 'DHL eCommerce', number: 'T1' };
const to = { carrier: 'ups', number: 'T2', url: 'https://ups.example/T2' };
const info = (number: string, company = 'DHL eCommerce', url: string | null = 'https://dhl.example') => ({
  company,
  number,
  url,
});
const one = (id: string, ...trackingInfo: ReturnType<typeof info>[]) => ({ id, trackingInfo });
const correction = { externalFulfillmentId: 'f1', from, to };
const now = info('T2', 'UPS', 'https://ups.example/T2');

describe('a correction', () => {
  it('changes every fulfilment that shows what we wrote, and no other', () => {
    const standing = [one('f1', info('T1')), one('f2', info(' t1 ')), one('f3', info('T9'))];
    expect(planTracking(standing, correction)).toEqual({
      state: 'pending',
      changes: [
        { id: 'f1', infos: [now] },
        { id: 'f2', infos: [now] },
      ],
    });
    expect(planTracking([one('f1', now), one('f2', info('T1'))], correction)).toEqual({
      state: 'pending',
      changes: [{ id: 'f2', infos: [now] }],
    });
    expect(planTracking([one('f1', now)], correction)).toEqual({ state: 'done', changes: [] });
  });

  it('leaves what the merchant edited, cancelled, or gave another carrier', () => {
    for (const standing of [
      [],
      [one('f1', info('M1'))],
      [one('f1', info('T1', 'FedEx'))],
      [one('f1', info('M1')), one('f2', info('T1'))],
    ])
      expect(planTracking(standing, correction)).toEqual({ state: 'edited', changes: [] });
    const withUrl = { ...correction, from: { ...from, url: 'https://ours.example' } };
    expect(planTracking([one('f1', info('T1'))], withUrl).state).toBe('edited');
  });

  it('changes one of several numbers', () => {
    const { changes } = planTracking([one('f1', info('T0'), info('T1'))], correction);
    expect(changes[0]?.infos).toEqual([info('T0'), now]);
  });
});

it('a further parcel is added beside the numbers that stand', () => {
  const further = { externalFulfillmentId: 'f1', to };
  expect(planTracking([one('f1', info('M1'))], further)).toEqual({
    state: 'pending',
    changes: [{ id: 'f1', infos: [info('M1'), now] }],
  });
  expect(planTracking([one('f1', info('M1'), info('t2'))], further).state).toBe('done');
  expect(planTracking([one('f2', info('M1'))], further).state).toBe('edited');
});

it('gives addresses for all numbers or for none', () => {
  expect(trackingInput([now], 'ups')).toEqual({ company: 'UPS', number: 'T2', url: 'https://ups.example/T2' });
  expect(trackingInput([info('T1'), now], 'ups')).toEqual({
    company: 'UPS',
    numbers: ['T1', 'T2'],
    urls: ['https://dhl.example', 'https://ups.example/T2'],
  });
  expect(trackingInput([info('T1', 'X', null), now], 'ups')).toEqual({ company: 'UPS', numbers: ['T1', 'T2'] });
});
