import type { FileKind } from '@quayside/contracts';

/** The extension of each kind of file. */
export const FILE_EXTENSIONS: Readonly<Record<FileKind, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  pdf: 'pdf',
  zip: 'zip',
  csv: 'csv',
  part: 'part',
  history: 'csv.gz',
};

/** A file name without folders, control characters or direction marks, and with the extension of its kind. */
export function toFileName(name: string, kind: FileKind): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = last.replace(/[\p{Cc}\p{Cf}"<>|:*?]/gu, '').trim();
  const base =
    plain
      .replace(/\.[^.]*$/, '')
      .replace(/^\.+/, '')
      .slice(0, 100) || 'file';
  return `${base}.${FILE_EXTENSIONS[kind]}`;
}

/** The Content-Disposition header: an ASCII name for old clients, and the name in UTF-8 (RFC 6266). */
export function toDisposition(name: string, kind: FileKind): string {
  const isShown = kind === 'jpeg' || kind === 'png' || kind === 'webp';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${isShown ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}
