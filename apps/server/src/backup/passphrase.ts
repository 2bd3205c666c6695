import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Config } from '../config.ts';
import { BackupRefused } from './backup-refused.ts';

const MIN_LENGTH = 12;

/** The passphrase by the settings; undefined: none is set. Its first line counts, so that an editor's last newline does no harm. */
export function configuredPassphrase({ passphraseFile, passphrase }: Config['backup']): string | undefined {
  if (!passphraseFile) return passphrase;
  try {
    return checked(readFileSync(passphraseFile, 'utf8').split(/\r?\n/)[0] ?? '', `in ${passphraseFile}`);
  } catch (err) {
    if (err instanceof BackupRefused) throw err;
    const { code } = err as NodeJS.ErrnoException;
    throw new BackupRefused(`The file in QUAYSIDE_BACKUP_PASSPHRASE_FILE can't be read (${code}): ${passphraseFile}`);
  }
}

/** The passphrase by the settings, else typed at a terminal; never from the command line, which other accounts can see. */
export async function askPassphrase(settings: Config['backup'], isNew: boolean): Promise<string> {
  const configured = configuredPassphrase(settings);
  if (configured !== undefined) return configured;
  if (!process.stdin.isTTY) {
    throw new BackupRefused(
      'No passphrase: set QUAYSIDE_BACKUP_PASSPHRASE_FILE to a file that contains it, or run this command at a terminal to type it.',
    );
  }
  const typed = await prompt('Passphrase of the backup: ');
  if (!isNew) return typed;
  checked(typed, 'that you typed');
  if ((await prompt('Again: ')) !== typed) throw new BackupRefused('The two passphrases differ.');
  return typed;
}

function checked(passphrase: string, where: string): string {
  if (passphrase.length < MIN_LENGTH)
    throw new BackupRefused(`The passphrase ${where} must have at least ${MIN_LENGTH} characters.`);
  return passphrase;
}

/** Reads a line without showing it. */
function prompt(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      lines.close();
      process.stderr.write('\n');
      resolve(line);
    });
  });
}
