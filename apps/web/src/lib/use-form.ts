import { type FormEvent, useState } from 'react';
import type { FieldErrors } from './answers.ts';
import { ApiError, errorDetails, errorText } from './api.ts';

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
  const [failureDetails, setDetails] = useState<string>();
  const [sent, setSent] = useState(0);

  async function run(task: () => Promise<unknown>, form?: HTMLFormElement): Promise<void> {
    setBusy(true);
    setErrors({});
    setFailure(undefined);
    try {
      await task();
      setSent((before) => before + 1);
    } catch (error) {
      const named = error instanceof ApiError ? error.errors : {};
      setErrors(named);
      const field = Object.keys(named)
        .map((name) => form?.elements.namedItem(name))
        .find((one) => one instanceof HTMLElement);
      if (field) field.focus();
      else {
        setFailure(errorText(error));
        setDetails(errorDetails(error));
      }
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    failure,
    failureDetails,
    /** How often it went well: what was typed is done with. */
    sent,
    error: (name: string) => errors[name]?.[0],
    /** Takes the error away from a field that is being changed. */
    dropError: (name: string) =>
      setErrors((now) => (now[name] ? Object.fromEntries(Object.entries(now).filter(([key]) => key !== name)) : now)),
    submit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      const form = event.currentTarget;
      const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      void run(() => send(fields, form), form);
    },
    /** Sends something that is no field of the form, with the same course. */
    run,
  };
}
