import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BREAKPOINTS_PX, DRAWER_EXIT_MS, DRAWER_PX, LAZY_NEAR_PX, MOBILE_BELOW_PX } from './layout.ts';
import { theme } from './theme.ts';

describe('B145: the widths', () => {
  it('are narrow below 768 px', () => {
    expect(MOBILE_BELOW_PX).toBe(768);
  });
  it('break at 600, 992, 1200 and 1536 px', () => {
    expect(BREAKPOINTS_PX).toEqual({ xs: 0, sm: 600, md: 992, lg: 1200, xl: 1536 });
    expect(theme.breakpoints).toMatchObject({ sm: '37.5em', md: '62em', lg: '75em', xl: '96em' });
  });
});

it('B146: a drawer is 1050 px wide and leaves over 350 ms', () => {
  expect([DRAWER_PX, DRAWER_EXIT_MS]).toEqual([1050, 350]);
});

it('B157: a picture begins to load 200 px before it is seen', () => expect(LAZY_NEAR_PX).toBe(200));

it('B147: the layers lie above each other as the specification has them', () => {
  const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
  const layers = Object.fromEntries(
    [...css.matchAll(/--layer-(\w+): (\d+);/g)].map(([, name, value]) => [name, Number(value)]),
  );
  expect(layers).toEqual({
    header: 10,
    menu: 100,
    drawer: 171,
    notice: 520,
    dropdown: 1050,
    preview: 1080,
    modal: 1300,
    snackbar: 1400,
    tooltip: 1500,
  });
});
