import { type FormEvent, useState } from 'react';
import type { FieldErrors } from './answers.ts';
import { ApiError, errorText } from './api.ts';

/**
 * The common course of a form: send its fields under their names, then show the server's errors beside them and lead
 * the focus to the first one. What names no field of the form is `failure`.
 *
 * @param send its promise is waited for; while it runs the form is `busy`.
 */
export function useForm(send: (fields: Record<string, string>, form: HTMLFormElement) => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [sent, setSent] = useState(0);

  async function run(form: HTMLFormElement): Promise<void> {
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    setBusy(true);
    setErrors({});
    setFailure(undefined);
    try {
      await send(fields, form);
      setSent((before) => before + 1);
    } catch (error) {
      const named = error instanceof ApiError ? error.errors : {};
      setErrors(named);
      const first = form.elements.namedItem(Object.keys(named)[0] ?? '');
      if (first instanceof HTMLElement) first.focus();
      else setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    failure,
    /** How often it went well: what was typed is done with. */
    sent,
    error: (name: string) => errors[name]?.[0],
    submit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      void run(event.currentTarget);
    },
  };
}
