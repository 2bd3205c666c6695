import { toast } from './toasts.ts';

/** Puts a text into the clipboard and says so; where the browser refuses (plain http), it is shown to be copied by hand. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('success', done);
  } catch {
    toast('info', text);
  }
}
