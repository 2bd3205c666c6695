import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readArchive, readWithPassphrase, withPassphrase, writeArchive } from './archive.ts';
import { backupName, listBackups, writeWhole } from './backup-file.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'quayside-archive-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const NAME = 'quayside-20260102T030405Z.backup';

it('reads what was written, in order', async () => {
  const content = fc.array(fc.string({ maxLength: 3_000, unit: 'grapheme' }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(content, async (texts) => {
      const file = join(dir, 'archive');
      await writeArchive(createWriteStream(file), withPassphrase('a passphrase', 8), async (archive) => {
        for (const [n, one] of texts.entries()) await archive.text(`${n}`, one);
        writeFileSync(join(dir, 'file'), texts.join());
        await archive.file('file', join(dir, 'file'));
        await archive.file('gone', join(dir, 'gone'));
      });
      const read: string[] = [];
      await readArchive(file, readWithPassphrase('a passphrase'), async ({ content: entry }) => {
        read.push(await text(entry));
      });
      expect(read).toEqual([...texts, texts.join()]);
    }),
    { numRuns: 20 },
  );
});

it('passes on what fails while an entry is read', async () => {
  const file = join(dir, 'archive');
  await writeArchive(createWriteStream(file), withPassphrase('a passphrase', 8), (archive) => archive.text('a', 'b'));
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
  const reading = readArchive(file, readWithPassphrase('a passphrase'), async () => {
    throw full;
  });
  await expect(reading).rejects.toBe(full);
});

it('a full disk leaves the old backups alone, and says so', async () => {
  writeFileSync(join(dir, NAME), 'old');
  const next = 'quayside-20260103T030405Z.backup';
  const filling = writeWhole(dir, next, async (target) => {
    target.destroy();
    await writeArchive(createWriteStream('/dev/full'), withPassphrase('a passphrase', 8), async (archive) => {
      for (let n = 0; n < 50; n += 1) await archive.text(`${n}`, 'x'.repeat(100_000));
    });
  });
  await expect(filling).rejects.toThrow(`The backup folder ${dir} is full`);
  expect(readdirSync(dir)).toEqual([NAME]);
  expect(readFileSync(join(dir, NAME), 'utf8')).toBe('old');
});

it('never writes over a backup, and removes what dead processes left', async () => {
  writeFileSync(join(dir, NAME), 'old');
  await expect(writeWhole(dir, NAME, async (target) => void target.end('new'))).rejects.toThrow('exists already');
  expect(readFileSync(join(dir, NAME), 'utf8')).toBe('old');
});

it('lists complete backups, newest first', () => {
  expect(backupName(new Date('2026-01-03T03:04:05.678Z'))).toBe('quayside-20260103T030405Z.backup');
  for (const name of ['b', NAME, 'quayside-20260103T030405Z.backup', '.quayside-20260104T030405Z.h.1.part'])
    writeFileSync(join(dir, name), '');
  expect(listBackups(dir)).toEqual(['quayside-20260103T030405Z.backup', NAME]);
});
