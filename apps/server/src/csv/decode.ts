/** A file whose bytes are text that we can read, or undefined: another encoding than UTF-8 or UTF-16 with its mark. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes;
  const utf16 = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
  try {
    // A byte order mark is dropped by the decoder.
    const text = new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252';

/** Bytes that Windows-1252 leaves undefined. */
const UNDEFINED_BYTES: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Whether bytes are probably Windows-1252, as Excel writes CSV in Western Europe: single accented letters between plain ones. Other
 * alphabets and Chinese are runs of high bytes.
 */
function looksWestern(bytes: Uint8Array): boolean {
  let run = 0;
  for (const byte of bytes) {
    if (byte === 0 || UNDEFINED_BYTES.has(byte)) return false;
    run = byte >= 0x80 ? run + 1 : 0;
    if (run > 2) return false;
  }
  return true;
}

/** A file as text with its encoding; undefined: none that can be told. */
export function decodeFile(bytes: Uint8Array): { text: string; encoding: Encoding } | undefined {
  const text = decodeText(bytes);
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (text !== undefined) return { text, encoding: isUtf16 ? 'utf-16' : 'utf-8' };
  if (isUtf16 || !looksWestern(bytes)) return undefined;
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
}

const DELIMITERS = [',', ';', '\t'] as const;

/** The delimiter of a file: whichever of comma, semicolon and tab its first line has most of outside quotes. */
export function findDelimiter(text: string): (typeof DELIMITERS)[number] {
  const counts = new Map<string, number>(DELIMITERS.map((one) => [one, 0]));
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    if (quoted) continue;
    if (char === '\n' || char === '\r') break;
    const count = counts.get(char);
    if (count !== undefined) counts.set(char, count + 1);
  }
  return DELIMITERS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best));
}
