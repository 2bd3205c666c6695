import { expect, it } from 'vitest';
import { describeDevice } from './device.ts';

it('names the browser and the system of a session', () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
  expect(describeDevice(phone)).toEqual({ browser: 'Safari', system: 'iOS' });
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0';
  expect(describeDevice(edge)).toEqual({ browser: 'Edge', system: 'Windows' });
  expect(describeDevice('node')).toBeUndefined();
});
