import { expect, it } from 'vitest';
import { getSourceKind } from './source-kind.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const ftyp = (brand: string): Buffer => Buffer.concat([hex('0000001c'), Buffer.from(`ftyp${brand}0000`)]);

it.each([
  ['jpeg', hex('ffd8ffe000104a46')],
  ['png', hex('89504e470d0a1a0a0000000d')],
  ['webp', hex('524946460000000057454250')],
  ['heic', ftyp('heic')],
  ['heic', ftyp('mif1')],
  [undefined, ftyp('avif')],
  [undefined, ftyp('isom')],
  ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['svg', Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C" "x">\n<svg>')],
  [undefined, Buffer.from('<!doctype html><html><body><svg></svg></body></html>')],
  [undefined, Buffer.from('GIF89a')],
  [undefined, Buffer.from('%PDF-1.7')],
  [undefined, Buffer.alloc(0)],
])('B263: sees a %s by its bytes', (kind, bytes) => expect(getSourceKind(bytes)).toBe(kind));
