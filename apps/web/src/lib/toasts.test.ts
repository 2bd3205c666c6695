import { expect, it } from 'vitest';
import { toast, toastStore } from './toasts.ts';

const texts = () => toastStore.list().map((one) => one.text);

it('takes back the words about a failure once the same call goes well, and no others', () => {
  toast('error', 'Use at least 8 characters.', undefined, 5000, 'POST /auth/register');
  toast('error', 'The store did not answer.', undefined, 5000, 'POST /stores/refresh');
  toast('success', 'Saved', undefined, 5000, 'POST /auth/register');
  toastStore.settle('POST /auth/register');
  expect(texts()).toEqual(['The store did not answer.', 'Saved']);
});
