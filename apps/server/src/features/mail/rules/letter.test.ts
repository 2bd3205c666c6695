import { describe, expect, it } from 'vitest';
import { type Letter, letterHtml, letterText, oneLine } from './letter.ts';

const letter: Letter = {
  language: 'en',
  greeting: 'Hello Ada,',
  paragraphs: ['Somebody asked for it.'],
  action: { label: 'Choose a password', url: 'https://quay.example.com/reset?code=a&id=b' },
  after: ['It works for one hour.'],
  sender: 'Quayside at https://quay.example.com',
  why: 'You get this mail because you asked for it.',
};

describe('a letter', () => {
  it('reads as text, the link on a line of its own', () => {
    expect(letterText(letter)).toBe(
      [
        'Hello Ada,',
        '',
        'Somebody asked for it.',
        '',
        'Choose a password:',
        'https://quay.example.com/reset?code=a&id=b',
        '',
        'It works for one hour.',
        '',
        '-- ',
        'Quayside at https://quay.example.com',
        'You get this mail because you asked for it.',
      ].join('\n'),
    );
  });

  it('puts before a link the colon of its language', () => {
    expect(letterText({ ...letter, language: 'fr' })).toContain('Choose a password\u00a0:\nhttps://');
    expect(letterText({ ...letter, language: 'zh-CN' })).toContain('Choose a password：\nhttps://');
  });

  it('lets nothing of a name become markup', () => {
    const html = letterHtml({ ...letter, greeting: 'Hello <img src=x onerror="alert(1)">,' });
    expect(html).not.toContain('<img');
    expect(html).toContain('Hello &lt;img src=x onerror=&quot;alert(1)&quot;&gt;,');
    expect(html).toContain('href="https://quay.example.com/reset?code=a&amp;id=b"');
  });

  it('says why one gets it, with the way to change that as a link', () => {
    const settings = 'https://quay.example.com/app/setting?a=1&b=2';
    const html = letterHtml({ ...letter, why: `<You> choose here: ${settings}`, settings });
    expect(html).toContain('&lt;You&gt; choose here: <a href="https://quay.example.com/app/setting?a=1&amp;b=2"');
  });

  it('has the way out at its end, in text and HTML', () => {
    const ends = { label: 'Unsubscribe', url: 'https://quay.example.com/unsubscribe/a' };
    expect(
      letterText({ ...letter, ends })
        .split('\n')
        .at(-1),
    ).toBe(`${ends.label}: ${ends.url}`);
    expect(letterHtml({ ...letter, ends })).toContain(`<a href="${ends.url}" style="color:#0b6e6e">${ends.label}</a>`);
  });

  it('runs from the right in Arabic', () => {
    expect(letterHtml({ ...letter, language: 'ar' })).toContain('dir="rtl"');
  });

  it('makes one line of whatever is to be a header', () => {
    expect(oneLine('Ada\r\nBcc: all@example.com')).toBe('Ada Bcc: all@example.com');
    expect(oneLine(' a\u2028b\u0000c ')).toBe('a b c');
  });
});
