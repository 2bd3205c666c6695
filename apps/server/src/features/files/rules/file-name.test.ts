import { expect, it } from 'vitest';
import { toDisposition, toFileName } from './file-name.ts';

it.each([
  ['photo.exe', 'photo.jpg'],
  ['../../etc/passwd', 'passwd.jpg'],
  ['C:\\a\\crack.jpeg', 'crack.jpg'],
  ['gnp\u202e.exe.jpg', 'gnp.exe.jpg'],
  ['a"b\r\nSet-Cookie: x.jpg', 'abSet-Cookie x.jpg'],
  ['...', 'file.jpg'],
  ['صورة.png', 'صورة.jpg'],
])('turns %j into %j', (given, name) => expect(toFileName(given, 'jpeg')).toBe(name));

it('shows pictures and downloads everything else', () => {
  expect(toDisposition('a.jpg', 'jpeg')).toBe(`inline; filename="a.jpg"; filename*=UTF-8''a.jpg`);
  expect(toDisposition("é'(1).zip", 'zip')).toBe(
    `attachment; filename="_'(1).zip"; filename*=UTF-8''%C3%A9%27%281%29.zip`,
  );
});
