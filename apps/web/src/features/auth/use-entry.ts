import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountOf, currentStore, currentWorkplace } from '../../lib/account.ts';
import type { FieldErrors } from '../../lib/answers.ts';
import { ApiError, type CallData, errorText } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { toast } from '../../lib/toasts.ts';
import { nextPath } from './next-path.ts';

type SignedIn = CallData<'POST /auth/login'>;
export type CallAnswer = SignedIn & { store_id: string | null };

/** Keeps what a sign-in answered, and what it decides about workspace and store. */
export function keepEntry(answer: SignedIn): void {
  const port = session();
  const user = accountOf(answer.user);
  const workplace = currentWorkplace(user, port.read('workplace'), port.shop);
  port.write('token', answer.token);
  port.write('workplace', workplace);
  port.write('store', currentStore(user.linked_stores, workplace, port.read('store'), port.shop));
}

/**
 * The common course of sign-in and sign-up: send, keep the session, go on; or show the server's errors beside the
 * fields and lead the focus to the first. `home`: where who asked for no place is led.
 */
export function useEntry(wish?: string, home?: string) {
  const { t } = useTranslation('auth');
  const router = useRouter();
  const { next } = useSearch({ strict: false });
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [asksCode, setAsksCode] = useState(false);

  async function enter(send: () => Promise<SignedIn>, form?: HTMLFormElement): Promise<void> {
    setBusy(true);
    setErrors({});
    setFailure(undefined);
    try {
      const answer = await send();
      keepEntry(answer);
      if (answer.account_kept) toast('success', t('kept'));
      await router.navigate({ href: nextPath(wish ?? next, document.cookie, home), replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TWO_FACTOR_CODE_NEEDED') {
        setAsksCode(true);
        return;
      }
      const named = error instanceof ApiError ? error.errors : {};
      setErrors(named);
      const first = form?.elements.namedItem(Object.keys(named)[0] ?? '');
      if (first instanceof HTMLElement) first.focus();
      else setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    failure,
    /** The password was right, and the account has a second factor. */
    asksCode,
    error: (name: string) => errors[name]?.[0],
    /** Sends the fields of the form under their names. */
    submit: (send: (fields: Record<string, string>) => Promise<SignedIn>) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      void enter(() => send(fields), form);
    },
    enter,
  };
}
