import { expect, it } from 'vitest';
import { shownIn } from './shown-in.ts';

const page = (mode?: string) => ({ querySelector: () => (mode ? { content: mode } : null) }) as unknown as Document;
const view = (search: string, more: object = {}) => ({ location: { search }, ...more });
const native = { ReactNativeWebView: { postMessage: () => undefined } };

it('is what the server says, else a phone app where there is its web view', () => {
  expect(shownIn(page('embedded'), view('?embedded=1', native))).toBe('embedded');
  expect(shownIn(page(), view('', native))).toBe('wrapper');
  expect(shownIn(page(), view(''))).toBeUndefined();
});

it('is never a phone app at an address for a shop’s admin', () => {
  expect(shownIn(page(), view('?embedded=1&shop=a.myshopify.com', native))).toBeUndefined();
});
