import { readFile } from 'node:fs/promises';
import { invalidField } from '@quayside/kernel';
import { isGuessable } from '../rules/guessable-password.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/** Read when a password is first chosen, so that other processes don't hold the list. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('../rules/common-passwords.txt', import.meta.url), 'utf8');
  return new Set(text.trimEnd().split('\n'));
}

/** Throws PASSWORD_TOO_COMMON for the field if a password is easily guessed. */
export async function refuseGuessable(password: string, email: string): Promise<void> {
  common ??= readCommon();
  if (isGuessable(password, email, await common)) throw invalidField('password', 'PASSWORD_TOO_COMMON');
}
