import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of a segment of the write-ahead log: initdb's default. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
const PER_FILE_ID = 0x1_0000_0000 / SEGMENT_BYTES;

const NAME = /^([0-9A-F]{24})(?:-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z)?\.wal$/;
const FOLDER = /^wal-[0-9a-f]{16}$/;

export interface WalFile {
  name: string;
  segment: string;
  /** Set when the segment contains a commit after this time, and with it everything committed until then. */
  until: Date | undefined;
}

/** Name of a kept segment; names sort by position in the log. */
export const walName = (segment: string, until: Date | undefined): string =>
  `${segment}${until ? `-${until.toISOString().replace(/[-:.]/g, '')}` : ''}.wal`;

/** Kept segments in a folder, in order. */
export function listWal(folder: string): WalFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const [, segment, ...time] = NAME.exec(name) ?? [];
      if (!segment) return [];
      const [year, month, day, h, m, s, ms] = time;
      return [{ name, segment, until: year ? new Date(`${year}-${month}-${day}T${h}:${m}:${s}.${ms}Z`) : undefined }];
    });
}

const timelineOf = (segment: string): string => segment.slice(0, 8);
const numberOf = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * PER_FILE_ID + Number.parseInt(segment.slice(16), 16);
const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

export function nextSegment(segment: string): string {
  const next = numberOf(segment) + 1;
  return `${timelineOf(segment)}${hex(Math.floor(next / PER_FILE_ID))}${hex(next % PER_FILE_ID)}`;
}

/** Position in the log at which a segment ends. */
export function endOf(segment: string): string {
  const next = nextSegment(segment);
  return `${next.slice(8, 16)}/${hex(Number.parseInt(next.slice(16), 16) * SEGMENT_BYTES)}`;
}

/**
 * Whether the bytes are this segment: a file that PostgreSQL has renamed for later use still has the header of an
 * earlier one.
 */
export function isSegment(segment: string, bytes: Buffer): boolean {
  if (bytes.length !== SEGMENT_BYTES) return false;
  const start = BigInt(numberOf(segment)) * BigInt(SEGMENT_BYTES);
  return bytes.readUInt32LE(4) === Number.parseInt(timelineOf(segment), 16) && bytes.readBigUInt64LE(8) === start;
}

/** Clocks may be set back a little; a backup needs no segment that was complete before it began. */
const MARGIN_MS = 60 * 60_000;

/** Deletes what no kept backup needs: segments complete before the oldest one, and empty folders but the current one. */
export function pruneWal(dir: string, oldest: Date, current: string | undefined): void {
  for (const folder of readdirSync(dir).filter((name) => FOLDER.test(name))) {
    const files = listWal(join(dir, folder));
    const last = files.findLastIndex(({ until }) => until && until.getTime() < oldest.getTime() - MARGIN_MS);
    for (const { name } of files.slice(0, last + 1)) rmSync(join(dir, folder, name), { force: true });
    if (folder !== current && readdirSync(join(dir, folder)).length === 0) rmdirSync(join(dir, folder));
  }
}
