import { describe, expect, it } from 'vitest';
import { REGIONS } from './regions.ts';

const region = (code: string) => REGIONS.find((one) => one.code === code);

describe('B170: the regions', () => {
  it('are about 80, each once, by ISO codes and calling codes', () => {
    expect(REGIONS.length).toBeGreaterThanOrEqual(80);
    expect(REGIONS.length).toBeLessThan(100);
    expect(new Set(REGIONS.map(({ code }) => code)).size).toBe(REGIONS.length);
    expect(new Set(REGIONS.map(({ id }) => id)).size).toBe(REGIONS.length);
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    for (const { id, code, phoneCode } of REGIONS) {
      expect(names.of(code), code).toBeTruthy();
      expect(id, code).toBeGreaterThan(0);
      expect(phoneCode, code).toMatch(/^[1-9]\d{0,2}$/);
    }
  });
  it('are told apart by whose data rules hold', () => {
    expect(region('DE')).toEqual({ id: 276, code: 'DE', phoneCode: '49', dataRegion: 'eu' });
    expect(region('US')).toEqual({ id: 840, code: 'US', phoneCode: '1', dataRegion: 'us' });
    expect(REGIONS.filter(({ dataRegion }) => dataRegion === 'eu')).toHaveLength(32);
  });
});
