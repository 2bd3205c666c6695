import { expect, it } from 'vitest';
import { cleanHtml } from './clean-html.ts';

it.each([
  ['<p onclick="x()">Hi</p><script>alert(1)</script>', '<p>Hi</p>'],
  ['<img src="x" onerror="alert(1)">', '<img src="x" />'],
  ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener nofollow">x</a>'],
  ['<iframe src="https://evil.test"></iframe><p style="position:fixed">a</p>', '<p>a</p>'],
  ['<p style="text-align:center;color:red">a</p>', '<p style="text-align:center">a</p>'],
  ['<table><tr><td colspan="2">1</td></tr></table>', '<table><tr><td colspan="2">1</td></tr></table>'],
])('%s becomes %s', (html, clean) => expect(cleanHtml(html)).toBe(clean));
