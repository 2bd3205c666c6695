import { type FormEvent, useState } from 'react';
import type { FieldErrors } from './answers.ts';
import { ApiError, errorDetails, errorText } from './api.ts';

/**
 * Form submission: sends the fields by name, shows the server's errors beside them and focuses the first one; errors
 * without a field are in `failure`.
 *
 * @param send the form is `busy` while its promise is pending.
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
    /** Number of successful submissions; unsaved input is obsolete after each. */
    sent,
    error: (name: string) => errors[name]?.[0],
    /** Clears the error of a field that is being edited. */
    dropError: (name: string) =>
      setErrors((now) => (now[name] ? Object.fromEntries(Object.entries(now).filter(([key]) => key !== name)) : now)),
    submit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      const form = event.currentTarget;
      const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      void run(() => send(fields, form), form);
    },
    /** Sends something other than the form's fields, with the same handling. */
    run,
  };
}
