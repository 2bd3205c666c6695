import { toast } from './toasts.ts';

/** Copies a text and confirms it; where the browser refuses (plain http), shows the text for manual copying. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('success', done);
  } catch {
    toast('info', text);
  }
}
