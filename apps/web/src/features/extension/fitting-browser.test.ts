import { expect, it } from 'vitest';
import { isFittingBrowser } from './fitting-browser.ts';

const agent = (rest: string): string => `Mozilla/5.0 ${rest}`;

it('is one built on Chromium, on a computer', () => {
  for (const one of [
    '(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    '(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    '(X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0.0.0 Safari/537.36',
  ])
    expect(isFittingBrowser(agent(one)), one).toBe(true);
});

it('is no phone, no Firefox and no Safari', () => {
  for (const one of [
    '(Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    '(iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0.0.0 Mobile/15E148 Safari/604.1',
    '(Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    '(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
  ])
    expect(isFittingBrowser(agent(one)), one).toBe(false);
});
