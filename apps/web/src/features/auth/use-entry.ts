import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentStore, currentWorkplace, toAccount } from '../../lib/account.ts';
import { ApiError, type CallData } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { toast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { nextPath } from './next-path.ts';

type SignedIn = CallData<'POST /auth/login'>;
export type CallAnswer = SignedIn & { store_id: string | null };

/** Keeps what a sign-in answered, and what it decides about workspace and store. */
export function saveEntry(answer: SignedIn): void {
  const port = session();
  const user = toAccount(answer.user);
  const workplace = currentWorkplace(user, port.read('workplace'), port.shop);
  port.write('token', answer.token);
  port.write('workplace', workplace);
  port.write('store', currentStore(user.linked_stores, workplace, port.read('store'), port.shop));
}

interface EntryOptions {
  /** Sends the fields of the form under their names. */
  send?(fields: Record<string, string>): Promise<SignedIn>;
  /** Where to go on to; the address says it otherwise. */
  wish?: string | undefined;
  /** Where a person who asked for no place is led. */
  home?: string;
}

/** The form of a sign-in or sign-up: once the server has let the person in, it keeps the session and goes on. */
export function useEntry({ send, wish, home }: EntryOptions = {}) {
  const { t } = useTranslation('auth');
  const router = useRouter();
  const { next } = useSearch({ strict: false });
  const [asksCode, setAsksCode] = useState(false);

  async function enter(ask: () => Promise<SignedIn>): Promise<void> {
    try {
      const answer = await ask();
      saveEntry(answer);
      if (answer.account_kept) toast('success', t('kept'));
      await router.navigate({ href: nextPath(wish ?? next, document.cookie, home), replace: true });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'TWO_FACTOR_CODE_NEEDED') throw error;
      setAsksCode(true);
    }
  }

  const form = useForm(async (fields) => send && enter(() => send(fields)));
  return {
    ...form,
    /** The password was right, and the account has a second factor. */
    asksCode,
    /** Enters without the form. */
    enter: (ask: () => Promise<SignedIn>) => form.run(() => enter(ask)),
  };
}
